/**
 * Strategies of the engine that need an LP or CP-SAT solver, and the optimality yardstick. The only
 * place that knows OR-Tools.
 */
@NullMarked
package dev.weir.solver;

import org.jspecify.annotations.NullMarked;
