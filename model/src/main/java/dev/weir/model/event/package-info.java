/** Facts that the engine is told, each with the journal time at which it became one. */
@NullMarked
package dev.weir.model.event;

import org.jspecify.annotations.NullMarked;
