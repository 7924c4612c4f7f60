/**
 * What a person sees: tables, colours, progress. Everything here is plain text when the reader is
 * not a terminal.
 *
 * <p>No command lives here.
 */
@NullMarked
package dev.weir.cli.terminal;

import org.jspecify.annotations.NullMarked;
