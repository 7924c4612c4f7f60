package dev.weir.traces;

/**
 * Something that a reader of a result has to know about the trace.
 *
 * @param key short name, such as {@code running}
 * @param count how many rows it concerns, above 0
 * @param text one sentence that begins with the count
 */
public record TraceNote(String key, long count, String text) {}
