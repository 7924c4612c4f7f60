package dev.weir.league;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.job.JobKind;
import dev.weir.testkit.DeviceModels;
import dev.weir.testkit.Nodes;
import dev.weir.traces.EndState;
import dev.weir.traces.TraceJob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class NeverRefusingBoundTest {
  private static final List<NodeSpec> TWO_DEVICES =
      Nodes.of("n", 1).devices(2, DeviceModels.A100).build();

  private static List<TraceJob> jobs(int number, int milli, long cpuMilli) {
    return Collections.nCopies(
        number,
        new TraceJob(
            "j",
            0,
            1,
            cpuMilli,
            1L << 30,
            1,
            milli,
            OptionalLong.empty(),
            List.of(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            "q",
            "",
            0,
            JobKind.BATCH,
            EndState.RUNNING,
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.empty(),
            Collections.unmodifiableSortedMap(new TreeMap<>())));
  }

  @Test
  void sharesOfMoreThanHalfWasteTheRest() {
    assertThat(new NeverRefusingBound(TWO_DEVICES, jobs(4, 810, 1000)).at(2))
        .isCloseTo(.81, within(1e-6));
  }

  @Test
  void smallSharesFillWhatIsLeft() {
    List<TraceJob> jobs = new ArrayList<>(jobs(4, 810, 1000));
    jobs.addAll(jobs(2, 160, 1000));
    assertThat(new NeverRefusingBound(TWO_DEVICES, jobs).at(3)).isCloseTo(.97, within(1e-6));
  }

  @Test
  void cpuEndsItFirst() {
    // 128 cores hold two jobs of 60 and a fraction of a third: no more than 128 ÷ 60 · 600 milli
    List<TraceJob> jobs = jobs(3, 600, 120_000);
    assertThat(new NeverRefusingBound(TWO_DEVICES, jobs).at(2))
        .isCloseTo(128.0 / 120 * .6 / 2, within(1e-6));
  }
}
