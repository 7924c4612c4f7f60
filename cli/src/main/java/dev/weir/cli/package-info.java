/**
 * The {@code weir} command: options, tables, progress, exit codes. It calls the other modules and
 * decides nothing itself. The only place that knows picocli.
 */
@NullMarked
package dev.weir.cli;

import org.jspecify.annotations.NullMarked;
