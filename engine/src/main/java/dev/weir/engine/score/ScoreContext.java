package dev.weir.engine.score;

import dev.weir.engine.ledger.Fleet;
import dev.weir.model.policy.PolicySpec;

/**
 * What a placement score may know.
 *
 * @param mix the requests that have arrived so far
 * @param policy for the strategy's parameters
 * @param seed for strategies that draw lots
 */
public record ScoreContext(Fleet fleet, TaskMix mix, PolicySpec policy, long seed) {}
