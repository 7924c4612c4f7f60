package dev.weir.engine.pass;

import dev.weir.engine.backfill.PlannedStarts;
import dev.weir.engine.improve.Improve;
import dev.weir.engine.reclaim.Reclaim;

/** The strategies of a pass that look ahead or take away. */
public record Strategists(PlannedStarts plans, Reclaim reclaim, Improve improve) {}
