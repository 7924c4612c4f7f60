/**
 * Runs one simulation: a cluster, a workload, a policy, the models of the world and a seed give a
 * result. A plain library; experiment files, reports and the command line are built on it.
 */
@NullMarked
package dev.weir.simulator.run;

import org.jspecify.annotations.NullMarked;
