package dev.weir.league;

import dev.weir.league.ListResult.RunResult;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentReader;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.experiment.ExperimentRun;
import dev.weir.simulator.experiment.Overrides;
import dev.weir.simulator.experiment.Seeds;
import dev.weir.simulator.run.Protocol;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs a packing experiment through the simulator's inflation protocol, that is, through the same
 * loop and pass as everything else.
 */
public final class PackingRun {
  private final PackingExperiment experiment;
  private final Path data;
  private final int parallel;

  /** Which run, while it is under way. */
  private record Id(String policy, long seed) {}

  /**
   * @param data the project's {@code data} folder
   * @param parallel runs at one time
   */
  public PackingRun(PackingExperiment experiment, Path data, int parallel) {
    this.experiment = experiment;
    this.data = data.resolve(experiment.folder());
    this.parallel = parallel;
  }

  /** The cluster and one list of jobs, with policies and seeds. */
  Experiment read(String list, List<String> policies, Seeds seeds) {
    List<PolicySpec> specs = policies.stream().map(experiment::policy).toList();
    return ExperimentReader.of(
        new Overrides(
            Optional.of(experiment.format()),
            Optional.of(data.resolve(experiment.nodes())),
            Optional.of(data.resolve(experiment.jobs().formatted(list))),
            Optional.of(Protocol.INFLATION),
            OptionalDouble.of(experiment.load()),
            specs,
            Optional.of(seeds)));
  }

  /** The published figures. */
  public StoredRows stored() throws java.io.IOException {
    return StoredRows.read(data.resolve(experiment.stored()));
  }

  /**
   * Runs one list.
   *
   * @param bound whether to work out the bound, for the first seed
   */
  public ListResult run(
      String list,
      List<String> policies,
      Seeds seeds,
      boolean bound,
      ExperimentRun.Progress progress)
      throws InterruptedException {
    Experiment read = read(list, policies, seeds);
    Map<Id, Placed> placed = new ConcurrentHashMap<>();
    ExperimentResult result =
        new ExperimentRun(read, parallel)
            .observer(
                (policy, seed, jobs) -> {
                  Placed listener = new Placed(jobs);
                  placed.put(new Id(policy.name(), seed), listener);
                  return listener;
                })
            .run(progress);
    List<RunResult> runs =
        result.runs().stream()
            .map(
                r ->
                    new RunResult(
                        r.policy().name(),
                        r.seed(),
                        r.result().scorecard().figures(),
                        Objects.requireNonNull(placed.get(new Id(r.policy().name(), r.seed())))
                            .byKind()))
            .toList();
    return new ListResult(
        list, runs, bound ? OptionalDouble.of(bound(read, seeds.first())) : OptionalDouble.empty());
  }

  private double bound(Experiment read, long seed) {
    return new NeverRefusingBound(read.cluster().nodes(), read.arrivals(seed))
        .at(experiment.load());
  }
}
