package dev.weir.engine.policy;

import dev.weir.engine.order.JobOrder;
import dev.weir.engine.order.Orders;
import dev.weir.engine.score.BestFit;
import dev.weir.engine.score.DotProduct;
import dev.weir.engine.score.ExpectedUse;
import dev.weir.engine.score.FragmentationGradient;
import dev.weir.engine.score.GpuClustering;
import dev.weir.engine.score.GpuPacking;
import dev.weir.engine.score.PlacementScore;
import dev.weir.engine.score.RandomFit;
import dev.weir.engine.score.ScoreContext;
import dev.weir.engine.score.Scores;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Strategies by name. A new score is one line here, a new order one in {@link Orders}. */
public final class Strategies {
  private static final Set<String> PARAMETERS =
      Collections.unmodifiableSet(
          new TreeSet<>(
              List.of(
                  FragmentationGradient.KNOWS_MIX,
                  "las.factor",
                  "las.firstDeviceSeconds",
                  "las.promote",
                  "las.queues",
                  "order.unknownSeconds",
                  "weir.boundHours",
                  "weir.scaleDeviceHours")));

  private static final Map<String, JobOrder> ORDERS = new LinkedHashMap<>();
  private static final Map<String, Function<ScoreContext, PlacementScore>> SCORES =
      new LinkedHashMap<>();

  static {
    Orders.ALL.forEach(order -> ORDERS.put(order.name(), order));

    SCORES.put("weir", ExpectedUse::new);
    SCORES.put("fgd", FragmentationGradient::new);
    SCORES.put("bestfit", context -> new BestFit());
    SCORES.put("dotprod", context -> new DotProduct());
    SCORES.put("gpu-packing", context -> new GpuPacking());
    SCORES.put("gpu-clustering", context -> new GpuClustering());
    SCORES.put("random", context -> new RandomFit(context.seed()));
  }

  private Strategies() {}

  public static Set<String> orders() {
    return ORDERS.keySet();
  }

  public static Set<String> scores() {
    return SCORES.keySet();
  }

  /** Names of the numbers that a policy may set. */
  public static Set<String> parameters() {
    return PARAMETERS;
  }

  /**
   * The order of that name.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static JobOrder order(String name) {
    JobOrder found = ORDERS.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no job order is called \"" + name + "\"; there are " + ORDERS.keySet());
    }
    return found;
  }

  /**
   * The weighted scores of a policy.
   *
   * @throws IllegalArgumentException when it names one that does not exist
   */
  public static Scores scores(ScoreContext context) {
    List<Scores.Part> parts =
        context.policy().scores().entrySet().stream()
            .map(e -> new Scores.Part(score(e.getKey(), context), e.getValue()))
            .toList();
    return new Scores(parts);
  }

  private static PlacementScore score(String name, ScoreContext context) {
    Function<ScoreContext, PlacementScore> found = SCORES.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "no placement score is called \"" + name + "\"; there are " + SCORES.keySet());
    }
    return found.apply(context);
  }
}
