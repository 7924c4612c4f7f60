/**
 * Predictors with quantiles (duration, throughput, demand, failure rate, carbon, price), their
 * training and their measured error. Nothing here decides.
 */
@NullMarked
package dev.weir.forecast;

import org.jspecify.annotations.NullMarked;
