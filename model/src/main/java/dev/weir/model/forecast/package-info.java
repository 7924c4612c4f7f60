/** Predictions with quantiles. */
@NullMarked
package dev.weir.model.forecast;

import org.jspecify.annotations.NullMarked;
