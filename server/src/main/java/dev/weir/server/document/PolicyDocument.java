package dev.weir.server.document;

import dev.weir.model.policy.PolicySpec;
import java.util.Map;

/** A policy as a policy file that leaves nothing to its base. */
public final class PolicyDocument {
  private PolicyDocument() {}

  /** The fields of the file. */
  public static Map<String, Object> of(PolicySpec policy) {
    return new Fields()
        .put("name", policy.name())
        .put("order", policy.order())
        .put("fairness", policy.fairness())
        .put("scores", policy.scores())
        .block("backfill", backfill(policy.backfill()))
        .block("reclaim", reclaim(policy.reclaim()))
        .block("improve", improve(policy.improve()))
        .table("parameters", policy.parameters())
        .map();
  }

  private static Fields backfill(PolicySpec.Backfill b) {
    return new Fields()
        .word("mode", b.mode())
        .put("depth", b.depth())
        .word("basis", b.basis())
        .put("quantile", b.quantile());
  }

  private static Fields reclaim(PolicySpec.Reclaim r) {
    return new Fields()
        .put("guarantee", r.guarantee())
        .put("share", r.share())
        .put("priority", r.priority())
        .put("order", r.order())
        .put("move", r.move())
        .put("maxVictims", r.maxVictims())
        .put("capPerHour", r.capPerHour())
        .span("protection", r.protection());
  }

  private static Fields improve(PolicySpec.Improve i) {
    Fields f =
        new Fields()
            .put("grow", i.grow())
            .put("consolidate", i.consolidate())
            .put("reshape", i.reshape());
    i.period().ifPresent(p -> f.span("period", p));
    return f;
  }
}
