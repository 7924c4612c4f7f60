/**
 * The commands of {@code weir}, one class each, and how their failures are told. A new command is a
 * class that implements {@code Subcommand}, and one line in {@code Root}.
 *
 * <p>What a command does (simulate, compare, measure) lives in the modules that it calls.
 */
@NullMarked
package dev.weir.cli.command;

import org.jspecify.annotations.NullMarked;
