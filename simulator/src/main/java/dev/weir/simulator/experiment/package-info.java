/**
 * Experiments: a trace or a cluster file, policies, seeds and every constant of the world in one
 * document, run as many simulations, gathered in one result.
 */
@NullMarked
package dev.weir.simulator.experiment;

import org.jspecify.annotations.NullMarked;
