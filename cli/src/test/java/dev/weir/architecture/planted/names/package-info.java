/** Planted: names that say nothing. */
@NullMarked
package dev.weir.architecture.planted.names;

import org.jspecify.annotations.NullMarked;
