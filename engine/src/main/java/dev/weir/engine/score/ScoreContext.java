package dev.weir.engine.score;

import dev.weir.engine.ledger.Fleet;
import dev.weir.model.policy.PolicySpec;

/**
 * What a placement score may know. Nothing that has not arrived is in {@code arrived}.
 *
 * @param arrived the requests that have arrived so far
 * @param expected the requests that a journaled forecast expects; empty without one
 * @param policy for the strategy's parameters
 * @param seed for strategies that draw lots
 */
public record ScoreContext(
    Fleet fleet, TaskMix arrived, TaskMix expected, PolicySpec policy, long seed) {}
