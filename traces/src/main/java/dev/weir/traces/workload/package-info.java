/**
 * Workloads made from traces, and from nothing: another load, the inflation of the FGD experiments,
 * samples, and synthetic jobs. Pure functions of their arguments; everything random has a seed and
 * is the same on every machine.
 *
 * <p>Reading and writing files do not live here.
 */
@NullMarked
package dev.weir.traces.workload;

import org.jspecify.annotations.NullMarked;
