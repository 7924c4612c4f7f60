/**
 * Drills: a real server with real processes is put under load, killed and measured, in a folder of
 * its own, and what it promised is counted afterwards. Each drill is one class; {@link
 * dev.weir.cli.drill.DrillCommand} names them. Nothing here is part of the product's work.
 */
@NullMarked
package dev.weir.cli.drill;

import org.jspecify.annotations.NullMarked;
