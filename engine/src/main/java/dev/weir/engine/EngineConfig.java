package dev.weir.engine;

import dev.weir.engine.check.Assertions;
import dev.weir.model.policy.PolicySpec;

/**
 * How an engine is run.
 *
 * @param policy until an event configures another
 * @param assertions how much the engine distrusts itself
 * @param seed for strategies that draw lots
 */
public record EngineConfig(PolicySpec policy, Assertions assertions, long seed) {}
