/** Things that the engine wants done. The same records are what recovery folds. */
@NullMarked
package dev.weir.model.action;

import org.jspecify.annotations.NullMarked;
