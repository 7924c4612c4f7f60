package dev.weir.api.wire;

/**
 * Part of a log.
 *
 * @param offset of the first byte
 * @param next offset to go on at
 * @param end nothing more will come
 */
public record LogChunk(long offset, long next, boolean end, String text) {}
