package dev.weir.engine.policy;

import dev.weir.engine.score.FragmentationGradient;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.policy.PolicySpec.Backfill;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import dev.weir.model.policy.PolicySpec.EndBasis;
import dev.weir.model.policy.PolicySpec.Improve;
import dev.weir.model.policy.PolicySpec.Reclaim;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Policies by name (docs/policies.md has a row for each). */
public final class Policies {
  private static final Backfill STRICT = new Backfill(BackfillMode.NONE, 0, EndBasis.LIMITS, 0.9);
  private static final Backfill GREEDY =
      new Backfill(BackfillMode.GREEDY, 0, EndBasis.FORECASTS, 0.9);
  private static final Backfill EASY = new Backfill(BackfillMode.EASY, 8, EndBasis.FORECASTS, 0.9);

  private static final Map<String, PolicySpec> ALL = new LinkedHashMap<>();

  static {
    // name, order, fairness, score, backfill, reclaim, improve
    put("weir", "weir", true, "weir", EASY, byRight(), growing());
    put("fifo", "fifo", false, "bestfit", STRICT, Reclaim.NEVER, Improve.NOTHING);
    put("priority", "priority", false, "bestfit", EASY, byPriority(), Improve.NOTHING);
    put("fair", "priority", true, "bestfit", GREEDY, byRight(), Improve.NOTHING);
    put("sjf", "sjf", false, "bestfit", GREEDY, Reclaim.NEVER, Improve.NOTHING);
    put("srtf", "srtf", false, "bestfit", GREEDY, byOrder(), Improve.NOTHING);
    put("srsf", "srsf", false, "bestfit", GREEDY, byOrder(), Improve.NOTHING);
    put("las", "las", false, "bestfit", GREEDY, byOrder(), Improve.NOTHING);
    put("gittins", "gittins", false, "bestfit", GREEDY, byOrder(), Improve.NOTHING);
    put("deadline-slack", "deadline-slack", false, "bestfit", EASY, byOrder(), Improve.NOTHING);
    for (String score :
        List.of("fgd", "bestfit", "dotprod", "gpu-packing", "gpu-clustering", "random")) {
      put(score, "fifo", false, score, GREEDY, Reclaim.NEVER, Improve.NOTHING);
    }
    set("fgd", FragmentationGradient.KNOWS_MIX, 1);
  }

  private Policies() {}

  private static void put(
      String name,
      String order,
      boolean fairness,
      String score,
      Backfill backfill,
      Reclaim reclaim,
      Improve improve) {
    ALL.put(
        name,
        new PolicySpec(
            name, order, fairness, Map.of(score, 1.0), backfill, reclaim, improve, Map.of()));
  }

  private static void set(String policy, String parameter, double value) {
    PolicySpec p = find(policy).orElseThrow();
    Map<String, Double> all = new TreeMap<>(p.parameters());
    all.put(parameter, value);
    ALL.put(
        policy,
        new PolicySpec(
            p.name(),
            p.order(),
            p.fairness(),
            p.scores(),
            p.backfill(),
            p.reclaim(),
            p.improve(),
            all));
  }

  /** What the tree of queues and priorities entitle to may be taken back. */
  static Reclaim byRight() {
    return new Reclaim(true, true, true, false, true, 16, 4, Duration.ofMinutes(10));
  }

  /** Jobs of higher priority take the room of lower ones of their queue. */
  static Reclaim byPriority() {
    return new Reclaim(false, false, true, false, false, 64, 0, Duration.ZERO);
  }

  /** Running jobs go when an earlier one in the order needs their room. */
  static Reclaim byOrder() {
    return new Reclaim(false, false, false, true, false, 64, 0, Duration.ZERO);
  }

  static Improve growing() {
    return new Improve(true, true, true, Optional.of(Duration.ofMinutes(30)));
  }

  /** Names, in the order of the documentation. */
  public static Set<String> names() {
    return ALL.keySet();
  }

  public static Optional<PolicySpec> find(String name) {
    return Optional.ofNullable(ALL.get(name));
  }
}
