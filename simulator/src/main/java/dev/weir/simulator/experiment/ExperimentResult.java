package dev.weir.simulator.experiment;

import dev.weir.simulator.metrics.Summary;
import java.util.List;
import java.util.Map;

/**
 * All runs of an experiment.
 *
 * @param runs by policy, then seed
 * @param wallSeconds of the whole experiment
 */
public record ExperimentResult(
    Experiment experiment, List<ExperimentRun.Run> runs, double wallSeconds) {
  public ExperimentResult {
    runs = List.copyOf(runs);
  }

  /** Mean and interval per policy and metric over the seeds. */
  public Summary summary() {
    Summary.Builder builder = new Summary.Builder();
    for (ExperimentRun.Run run : runs) {
      builder.add(
          new Summary.Key(experiment.name(), experiment.trace(), run.policy().name()),
          figures(run));
    }
    return builder.build();
  }

  private static Map<String, Double> figures(ExperimentRun.Run run) {
    return run.result().scorecard().figures();
  }

  /** The runs of one policy, by seed. */
  public List<ExperimentRun.Run> of(String policy) {
    return runs.stream().filter(r -> r.policy().name().equals(policy)).toList();
  }
}
