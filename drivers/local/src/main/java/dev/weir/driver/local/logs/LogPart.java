package dev.weir.driver.local.logs;

/**
 * Part of a log.
 *
 * @param offset of its first byte; later than asked for when that is no longer kept
 * @param next offset to go on at
 * @param end nothing more will come
 * @param text as UTF-8; bytes that are none are replaced
 */
public record LogPart(long offset, long next, boolean end, String text) {}
