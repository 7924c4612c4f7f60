package dev.weir.engine.claim;

import dev.weir.engine.ledger.Holding;

/**
 * A holding that must leave reserved room now, so that the grace for its checkpoint ends before the
 * reservation begins.
 */
public record Overstay(Holding holding, Window window) {}
