/**
 * The entry of the {@code weir} process. Commands live in {@code command}, what people see in
 * {@code terminal}; what a command does lives in the other modules. The only module that knows
 * picocli.
 */
@NullMarked
package dev.weir.cli;

import org.jspecify.annotations.NullMarked;
