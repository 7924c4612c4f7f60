/**
 * The fuzzer: random fleets, tenants, jobs, faults and late events against the engine, with every
 * invariant checked after each step. A seed is the whole case.
 */
@NullMarked
package dev.weir.simulator.fuzz;

import org.jspecify.annotations.NullMarked;
