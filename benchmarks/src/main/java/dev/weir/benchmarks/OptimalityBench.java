package dev.weir.benchmarks;

import dev.weir.engine.policy.Policies;
import dev.weir.solver.CpSatYardstick;
import dev.weir.solver.OptimalityGap;
import dev.weir.solver.SmallCase;
import dev.weir.solver.SmallCases;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * One pass of a policy against CP-SAT on random small cases: how much less is allocated than any
 * placement could allocate. The gaps are the same in every run; only the times differ.
 */
public final class OptimalityBench {
  /** The solver's own deterministic unit, of about a second. */
  private static final double SECONDS_PER_CASE = 10;

  /** A gap that is only the rounding of the bound. */
  private static final double NONE = 1e-9;

  private final OptimalityGap gap;

  public OptimalityBench(String policy) {
    gap =
        new OptimalityGap(
            Policies.find(policy).orElseThrow(), new CpSatYardstick(SECONDS_PER_CASE));
  }

  /**
   * Cases with the seeds from 1. The result's nodes, devices and jobs are the sums of all cases,
   * its times those of a case with its solver; further figures are {@code mean_gap} and {@code
   * worst_gap} as shares of the proven bound, {@code optimal_share}, and {@code proven_share} of
   * cases whose optimum was proven.
   */
  public BenchResult run(int cases, LongConsumer done) {
    Latencies times = new Latencies();
    Sums sums = new Sums();
    long begin = System.nanoTime();
    for (long seed = 1; seed <= cases; seed++) {
      long before = System.nanoTime();
      sums.add(gap.of(seed));
      times.add(System.nanoTime() - before);
      sums.add(SmallCases.random(seed));
      done.accept(seed);
    }
    double wall = (System.nanoTime() - begin) / 1e9;
    return new BenchResult(
        "optimality",
        sums.nodes,
        sums.devices,
        sums.jobs,
        cases / wall,
        times.millis(0.5),
        times.millis(0.99),
        Heap.usedMegabytes(),
        wall,
        sums.figures(cases));
  }

  private static final class Sums {
    private long nodes;
    private long devices;
    private long jobs;
    private double gaps;
    private double worst;
    private long worstSeed;
    private int optimal;
    private int proven;

    void add(OptimalityGap.Gap gap) {
      gaps += gap.share();
      optimal += gap.share() < NONE ? 1 : 0;
      proven += gap.optimum().proven() ? 1 : 0;
      if (gap.share() > worst) {
        worst = gap.share();
        worstSeed = gap.seed();
      }
    }

    void add(SmallCase c) {
      nodes += c.nodes().size();
      devices += c.nodes().stream().mapToLong(n -> n.devices().size()).sum();
      jobs += c.jobs().size();
    }

    TreeMap<String, Double> figures(int cases) {
      TreeMap<String, Double> figures = new TreeMap<>();
      figures.put("mean_gap", gaps / cases);
      figures.put("worst_gap", worst);
      figures.put("worst_seed", (double) worstSeed);
      figures.put("optimal_share", optimal / (double) cases);
      figures.put("proven_share", proven / (double) cases);
      return figures;
    }
  }
}
