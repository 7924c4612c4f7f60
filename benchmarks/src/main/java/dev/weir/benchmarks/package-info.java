/**
 * Scale runs and micro-benchmarks. Measures are printed with their reference and never asserted.
 */
@NullMarked
package dev.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
