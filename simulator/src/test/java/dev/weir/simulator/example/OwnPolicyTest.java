package dev.weir.simulator.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.policy.Policies;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentReader;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.experiment.ExperimentRun;
import dev.weir.simulator.experiment.Overrides;
import dev.weir.simulator.experiment.Seeds;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Summary;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The simulator as a library: a policy of one's own against a known one, on a trace. */
class OwnPolicyTest {
  private static final Path TRACE = Path.of("src/test/resources/malformed/small");

  /** Small service first, packed tightly, but a little away from fragmentation. */
  private static PolicySpec own() {
    PolicySpec base = Policies.find("srsf").orElseThrow();
    return new PolicySpec(
        "small-first",
        "srsf",
        false,
        Map.of("bestfit", 0.7, "fgd", 0.3),
        base.backfill(),
        PolicySpec.Reclaim.NEVER,
        PolicySpec.Improve.NOTHING,
        Map.of());
  }

  @Test
  void ownPolicyRunsOnATrace() throws InterruptedException {
    Experiment experiment =
        ExperimentReader.of(
            new Overrides(
                Optional.of("canonical"),
                Optional.of(TRACE.resolve("nodes.csv")),
                Optional.of(TRACE.resolve("jobs.csv")),
                Optional.empty(),
                OptionalDouble.empty(),
                List.of(Policies.find("fifo").orElseThrow(), own()),
                Optional.of(new Seeds(1, 1))));

    ExperimentResult result = new ExperimentRun(experiment, 1).run((_, _) -> {});

    assertThat(mean(result.summary(), "small-first")).isLessThan(mean(result.summary(), "fifo"));
  }

  private static double mean(Summary summary, String policy) {
    return summary.summary().stream()
        .filter(r -> r.policy().equals(policy) && r.metric().equals(Metric.JCT_MEAN.key()))
        .findFirst()
        .orElseThrow()
        .mean();
  }
}
