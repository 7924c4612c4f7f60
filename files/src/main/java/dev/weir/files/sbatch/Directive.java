package dev.weir.files.sbatch;

/**
 * An option as it stands in a script.
 *
 * @param value empty when it has none
 * @param line 1-based
 * @param column 1-based
 */
record Directive(SbatchOption option, String value, int line, int column) {}
