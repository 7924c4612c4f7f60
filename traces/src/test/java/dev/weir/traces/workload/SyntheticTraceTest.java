package dev.weir.traces.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.traces.TraceJob;
import dev.weir.traces.TraceNode;
import dev.weir.traces.workload.SyntheticTrace.Arrivals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SyntheticTraceTest {

  @ParameterizedTest
  @EnumSource(Calibration.class)
  void meansAreThePublishedOnes(Calibration calibration) {
    var trace = new SyntheticTrace(3, 300_000, 1000, 0.9, Arrivals.POISSON, calibration, 1, 8, 400);

    List<TraceJob> jobs = all(trace);

    assertThat(mean(jobs, job -> job.totalDeviceMilli() / 1000.0))
        .isCloseTo(calibration.meanDevices(), within(calibration.meanDevices() * 0.03));
    assertThat(mean(jobs, job -> job.durationSeconds().orElseThrow()))
        .isCloseTo(calibration.meanSeconds(), within(calibration.meanSeconds() * 0.03));
    assertThat(Workloads.offeredLoad(jobs, trace.devices())).isCloseTo(0.9, within(0.05));
    assertThat(jobs).isSortedAccordingTo(Comparator.comparingDouble(TraceJob::submitSeconds));
  }

  @Test
  void everythingFollowsFromTheSeed() {
    var trace = SyntheticTrace.of(7, 2000, 125, 0.9);

    assertThat(all(trace))
        .isEqualTo(all(trace))
        .isNotEqualTo(all(SyntheticTrace.of(8, 2000, 125, 0.9)));
    assertThat(all(trace)).extracting(TraceJob::job).doesNotHaveDuplicates();
  }

  /**
   * The first jobs, digit by digit: another machine and another version of Java invent the same.
   */
  @Test
  void theStreamIsFixed() {
    TraceJob third = all(SyntheticTrace.of(7, 3, 125, 0.9)).getLast();

    assertThat(third.submitSeconds()).isEqualTo(42.30155073334422);
    assertThat(third.durationSeconds().orElseThrow()).isEqualTo(693.159289959994);
    assertThat(third.name()).contains("user-357-job-2");
  }

  @Test
  void burstsAreBursts() {
    var calm =
        new SyntheticTrace(1, 50_000, 125, 0.9, Arrivals.POISSON, Calibration.PHILLY, 1.5, 8, 400);
    var bursts =
        new SyntheticTrace(1, 50_000, 125, 0.9, Arrivals.BURSTY, Calibration.PHILLY, 1.5, 8, 400);

    assertThat(variation(all(calm))).isCloseTo(1.0, within(0.1));
    // Of a log-normal with sigma 1.5: sqrt(exp(2.25) - 1) = 2.9.
    assertThat(variation(all(bursts))).isBetween(2.0, 4.0);
  }

  @Test
  void jobsFitTheirNodes() {
    var trace =
        new SyntheticTrace(1, 20_000, 128, 0.9, Arrivals.POISSON, Calibration.KALOS, 1.5, 8, 400);
    TraceNode node = trace.nodeList().getFirst();

    assertThat(trace.nodeList()).hasSize(128);
    assertThat(all(trace))
        .allMatch(job -> job.devices() <= node.devices())
        .allMatch(
            job -> job.cpuMilli() <= node.cpuMilli() && job.memoryBytes() <= node.memoryBytes())
        .allMatch(job -> job.limitSeconds().orElseThrow() > job.durationSeconds().orElseThrow())
        .anyMatch(job -> job.tasks() > 1 && job.devices() == 8);
  }

  @Test
  void impossibleTracesAreRefused() {
    assertThatThrownBy(() -> SyntheticTrace.of(1, 10, 63, 0.9))
        .hasMessage("63 nodes are too few for HELIOS, whose largest jobs have 512 devices");
    assertThatThrownBy(() -> SyntheticTrace.of(1, 0, 100, 0.9))
        .hasMessage("a synthetic trace has jobs, nodes, queues, and a user for each queue");
    assertThatThrownBy(() -> SyntheticTrace.of(1, 10, 100, Double.NaN))
        .hasMessage("load > 0 and sigma from 0 to 5 are needed");
    var jobs = SyntheticTrace.of(1, 1, 100, 1).jobList();
    jobs.next();
    assertThatThrownBy(jobs::next).isInstanceOf(NoSuchElementException.class);
    assertThat(Calibration.of("philly")).contains(Calibration.PHILLY);
    assertThat(Calibration.of("phily")).isEmpty();
  }

  private static List<TraceJob> all(SyntheticTrace trace) {
    var jobs = new ArrayList<TraceJob>();
    trace.jobList().forEachRemaining(jobs::add);
    return jobs;
  }

  private static double mean(List<TraceJob> jobs, ToDoubleFunction<TraceJob> value) {
    return jobs.stream().mapToDouble(value).average().orElseThrow();
  }

  /** Standard deviation of the distances between arrivals, divided by their mean. */
  private static double variation(List<TraceJob> jobs) {
    double sum = 0;
    double squares = 0;
    for (int i = 1; i < jobs.size(); i++) {
      double gap = jobs.get(i).submitSeconds() - jobs.get(i - 1).submitSeconds();
      sum += gap;
      squares += gap * gap;
    }
    int n = jobs.size() - 1;
    double mean = sum / n;
    return Math.sqrt(squares / n - mean * mean) / mean;
  }
}
