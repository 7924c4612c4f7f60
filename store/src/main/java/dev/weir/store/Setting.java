package dev.weir.store;

/**
 * A setting outside the engine.
 *
 * @param name such as {@code prices} or {@code tokens/ci}
 * @param by who set it
 * @param at journal time, ms
 */
public record Setting(String name, String json, String by, long at) {}
