package dev.weir.league;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.simulator.experiment.Seeds;
import dev.weir.simulator.metrics.Metric;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PackingRunTest {
  private static final Path DATA = Path.of("..", "data");

  @Test
  void storedRowsAreThePublishedMeans() throws IOException {
    StoredRows stored = new PackingRun(PackingExperiment.L1, DATA, 1).stored();
    StoredRows.Stored fgd = stored.of("default", "fgd").orElseThrow();
    assertThat(fgd.seeds()).isEqualTo(10);
    assertThat(fgd.at100()).isCloseTo(.9523, within(.0001));
    assertThat(fgd.at130()).isCloseTo(.9539, within(.0001));
    for (String list : PackingExperiment.L1.lists()) {
      for (String policy : PackingExperiment.L1.baselines().keySet()) {
        assertThat(stored.of(list, policy)).as(list + " " + policy).isPresent();
      }
    }
  }

  @Test
  void oneListWithOneSeedMeetsWhatIsPublished() throws Exception {
    PackingRun run = new PackingRun(PackingExperiment.L1, DATA, 1);
    ListResult result =
        run.run("default", List.of("bestfit"), new Seeds(42, 42), false, (_, _) -> {});
    double at130 = result.mean("bestfit", Metric.GPU_ALLOCATION_AT_130).orElseThrow();
    assertThat(at130).isCloseTo(.9308, within(.005));

    Comparison comparison = new Comparison(PackingExperiment.L1, run.stored(), List.of(result));
    assertThat(comparison.baselinesHold()).isTrue();
    assertThat(comparison.contests()).isEmpty();
    assertThat(comparison.summary().summary())
        .anySatisfy(
            row -> {
              assertThat(row.metric()).isEqualTo("gpu_allocation_at_130");
              assertThat(row.stored()).isPresent();
            });
    // all that was placed was booked: milli of placed kinds = allocation at the end
    long placed =
        result.of("bestfit").getFirst().kinds().entrySet().stream()
            .mapToLong(e -> e.getKey().totalMilli() * e.getValue().placed())
            .sum();
    assertThat(placed / 6_212_000.0).isCloseTo(at130, within(.002));
  }
}
