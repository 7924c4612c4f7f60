package dev.weir.files.yaml;

/**
 * A place in a text.
 *
 * @param line 1-based
 * @param column 1-based, in characters
 */
public record Place(int line, int column) {}
