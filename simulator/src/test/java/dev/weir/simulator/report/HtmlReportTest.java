package dev.weir.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.policy.Policies;
import dev.weir.simulator.experiment.Experiment;
import dev.weir.simulator.experiment.ExperimentReader;
import dev.weir.simulator.experiment.ExperimentResult;
import dev.weir.simulator.experiment.ExperimentRun;
import dev.weir.simulator.experiment.Overrides;
import dev.weir.simulator.experiment.Seeds;
import dev.weir.simulator.metrics.Summary;
import dev.weir.simulator.run.Protocol;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
  private static final Path SMALL = Path.of("src/test/resources/malformed/small");

  private static Experiment experiment(Protocol protocol, OptionalDouble load, Seeds seeds) {
    return ExperimentReader.of(
        new Overrides(
            Optional.of("canonical"),
            Optional.of(SMALL.resolve("nodes.csv")),
            Optional.of(SMALL.resolve("jobs.csv")),
            Optional.of(protocol),
            load,
            List.of(Policies.find("fifo").orElseThrow(), Policies.find("weir").orElseThrow()),
            Optional.of(seeds)));
  }

  private static ExperimentResult run(Experiment experiment) throws InterruptedException {
    return new ExperimentRun(experiment, 1).run((_, _) -> {});
  }

  @Test
  void pageNeedsNothingFromElsewhereAndSaysAllOfIt() throws InterruptedException {
    String page =
        HtmlReport.of(run(experiment(Protocol.TIMED, OptionalDouble.empty(), new Seeds(1, 1))));
    assertThat(page).doesNotContain("http://", "https://", "<script", "url(", "@import", "src=");
    assertThat(page)
        .contains("<!DOCTYPE html>", "Scorecard", "Utilisation", "Queue length", "Distributions")
        .contains("What ran where", "Constants of the world", "queueing_share", "≥ 70 %")
        .contains("<td class='num'>4</td>") // rows of the job list
        .contains("sha".toUpperCase(java.util.Locale.ROOT) + "-256");
    assertThat(page.split("<svg", -1)).hasSize(page.split("</svg>", -1).length);
  }

  @Test
  void jobsThatWaitAreInTheFigures() throws InterruptedException {
    // 8 devices: one and two start at once, three when two ends at 310 s, four with it in weir.
    ExperimentResult result =
        run(experiment(Protocol.TIMED, OptionalDouble.empty(), new Seeds(1, 1)));
    Summary summary = result.summary();
    // three: 20 to 310; fifo starts four with the next room, when one ends at 600.
    assertThat(Headline.QUEUEING_MEAN.row(summary, "fifo").orElseThrow().mean())
        .isEqualTo((290 + 570) / 4.0);
    assertThat(Headline.QUEUEING_MEAN.row(summary, "fifo").orElseThrow().n()).isEqualTo(1);
  }

  @Test
  void inflationHasAPageOfItsOwnKind() throws InterruptedException {
    String page =
        HtmlReport.of(run(experiment(Protocol.INFLATION, OptionalDouble.of(1.3), new Seeds(1, 3))));
    assertThat(page)
        .contains("GPUs allocated at 100 %", "confidence intervals")
        .doesNotContain("NaN");
  }

  @Test
  void namesFromOutsideAreEscaped() {
    assertThat(new Markup().add("<b>%</b>", "<script>&'\"").toString())
        .isEqualTo("<b>&lt;script&gt;&amp;&#39;&quot;</b>");
  }

  @Test
  void numbersHaveTheUnitThatFits() {
    assertThat(Numbers.duration(59)).isEqualTo("59 s");
    assertThat(Numbers.duration(5400)).isEqualTo("1.50 h");
    assertThat(Numbers.percent(0.7)).isEqualTo("70 %");
    assertThat(Numbers.percent(0.0334)).isEqualTo("3.3 %");
    assertThat(Numbers.count(8152)).isEqualTo("8,152");
  }
}
