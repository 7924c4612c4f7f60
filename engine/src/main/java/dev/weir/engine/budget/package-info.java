/** The budget of counted work units of a pass. Knows neither clocks nor what the work is. */
@NullMarked
package dev.weir.engine.budget;

import org.jspecify.annotations.NullMarked;
