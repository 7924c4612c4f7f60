package dev.weir.traces.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.model.job.JobKind;
import dev.weir.traces.EndState;
import dev.weir.traces.Trace;
import dev.weir.traces.TraceJob;
import dev.weir.traces.TraceSource;
import dev.weir.traces.Traces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class WorkloadsTest {
  private static final long DEVICES = 6212;

  private static Trace openb(String list) {
    Path folder = Path.of("..", "data", "openb");
    return Traces.read(
        TraceSource.of(
            "openb",
            folder.resolve("openb_node_list_gpu_node.csv"),
            folder.resolve("openb_pod_list_" + list + ".csv.gz")));
  }

  /** At its own timestamps the trace asks for 0.23 per cent of the cluster. */
  @Test
  void openbIsCompressedToALoad() {
    List<TraceJob> jobs = openb("default").jobs();

    List<TraceJob> compressed = Workloads.compressToLoad(jobs, DEVICES, 0.9);

    assertThat(Workloads.offeredLoad(jobs, DEVICES)).isCloseTo(0.0023178, within(1e-7));
    assertThat(Workloads.offeredLoad(compressed, DEVICES)).isCloseTo(0.9, within(1e-9));
    assertThat(compressed)
        .extracting(TraceJob::job)
        .isEqualTo(jobs.stream().map(TraceJob::job).toList());
    assertThat(compressed)
        .extracting(TraceJob::durationSeconds)
        .isEqualTo(jobs.stream().map(TraceJob::durationSeconds).toList());
    assertThat(compressed.getFirst().submitSeconds()).isZero();
    assertThat(compressed).isSortedAccordingTo(Comparator.comparingDouble(TraceJob::submitSeconds));
  }

  @Test
  void loadCountsShares() {
    List<TraceJob> jobs =
        List.of(job("a", 10, 1, 500, 100), job("b", 60, 2, 1000, 25), job("c", 30, 0, 0, 999));

    // (0.5 × 100 + 2 × 25) / (4 × 50)
    assertThat(Workloads.offeredLoad(jobs, 4)).isCloseTo(0.5, within(1e-12));
    assertThat(Workloads.compressToLoad(jobs, 4, 1.0))
        .extracting(TraceJob::submitSeconds)
        .containsExactly(0.0, 25.0, 10.0);
  }

  @Test
  void loadNeedsDurationsAndASpan() {
    assertThatThrownBy(() -> Workloads.compressToLoad(openb("multigpu20").jobs(), DEVICES, 0.9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("openb-pod-0000 has no duration, so its load is unknown");
    assertThatThrownBy(() -> Workloads.compressToLoad(List.of(job("a", 3, 1, 1000, 5)), 4, 0.9))
        .hasMessage("a load needs devices and jobs that arrive at different times");
    assertThatThrownBy(
            () ->
                Workloads.compressToLoad(
                    List.of(job("a", 3, 0, 0, 5), job("b", 4, 0, 0, 5)), 4, 0.9))
        .hasMessage("no job asks for devices, so no arrivals make a load");
    assertThatThrownBy(
            () ->
                Workloads.compressToLoad(
                    List.of(job("a", 3, 1, 1000, 5), job("b", 4, 0, 0, 5)), 4, 0))
        .hasMessage("no load to compress to: 0.0");
  }

  @Test
  void inflationReachesTheRatioAndStopsBeforeIt() {
    List<TraceJob> jobs = openb("default").jobs();

    for (long seed = 42; seed <= 51; seed++) {
      List<TraceJob> arrivals = Workloads.inflate(jobs, seed, 1.3, DEVICES * 1000);

      double asked =
          arrivals.stream().mapToLong(TraceJob::totalDeviceMilli).sum() / 1000.0 / DEVICES;
      assertThat(asked).isBetween(1.3 - 8.0 / DEVICES, 1.3);
      assertThat(arrivals).extracting(TraceJob::job).doesNotHaveDuplicates();
      assertThat(new HashSet<>(arrivals.stream().map(TraceJob::job).toList()))
          .containsAll(jobs.stream().map(TraceJob::job).toList());
      assertThat(arrivals.subList(0, jobs.size()))
          .extracting(TraceJob::job)
          .doesNotContainSequence("openb-pod-0000", "openb-pod-0001", "openb-pod-0002");
    }
  }

  @Test
  void inflationDependsOnTheSeedAndNotOnTheOrderOfTheFile() {
    List<TraceJob> jobs = openb("default").jobs();
    var reversed = new ArrayList<>(jobs).reversed();

    List<TraceJob> arrivals = Workloads.inflate(jobs, 42, 1.3, DEVICES * 1000);

    assertThat(Workloads.inflate(reversed, 42, 1.3, DEVICES * 1000)).isEqualTo(arrivals);
    assertThat(Workloads.inflate(jobs, 43, 1.3, DEVICES * 1000)).isNotEqualTo(arrivals);
    // The draws are part of what a published number means: they may not change unnoticed.
    assertThat(arrivals.subList(0, 5))
        .extracting(TraceJob::job)
        .containsExactly(
            "openb-pod-3019",
            "openb-pod-0984",
            "openb-pod-4513",
            "openb-pod-4797",
            "openb-pod-4293");
    assertThat(arrivals.getLast().job()).isEqualTo("openb-pod-0352+1");
    assertThat(arrivals.getLast().submitSeconds()).isEqualTo(arrivals.size() - 1);
    assertThat(arrivals).allMatch(job -> job.durationSeconds().isEmpty());
  }

  /** multigpu50 asks for 183 per cent by itself: nothing is added and nothing cut. */
  @Test
  void aListThatAsksForMoreIsKeptWhole() {
    List<TraceJob> jobs = openb("multigpu50").jobs();

    List<TraceJob> arrivals = Workloads.inflate(jobs, 42, 1.3, DEVICES * 1000);

    assertThat(arrivals).hasSameSizeAs(jobs);
    assertThat(arrivals.stream().map(TraceJob::job).sorted().toList())
        .isEqualTo(jobs.stream().map(TraceJob::job).sorted().toList());
  }

  @Property(tries = 200)
  void aSampleIsAPart(
      @ForAll @LongRange(min = 0) long seed, @ForAll @IntRange(max = 50) int count) {
    List<TraceJob> jobs = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      jobs.add(job("j" + (10 + i), i, 1, 1000, 1));
    }

    List<TraceJob> sample = Workloads.sample(jobs, seed, count);

    assertThat(sample).hasSize(count).isSubsetOf(jobs).doesNotHaveDuplicates();
    assertThat(sample).isSortedAccordingTo(Comparator.comparing(TraceJob::job));
    assertThat(Workloads.sample(jobs, seed, count)).isEqualTo(sample);
  }

  @Test
  void aSampleIsFair() {
    List<TraceJob> jobs =
        List.of(job("a", 0, 1, 1000, 1), job("b", 1, 1, 1000, 1), job("c", 2, 1, 1000, 1));
    var drawn = new TreeMap<String, Integer>();
    for (long seed = 0; seed < 3000; seed++) {
      Workloads.sample(jobs, seed, 1).forEach(job -> drawn.merge(job.job(), 1, Integer::sum));
    }

    assertThat(drawn.values()).hasSize(3).allMatch(count -> count > 900 && count < 1100);
    assertThatThrownBy(() -> Workloads.sample(jobs, 1, 4)).hasMessage("cannot draw 4 of 3 jobs");
  }

  @Property(tries = 100)
  void aShiftMovesDeadlinesToo(@ForAll @DoubleRange(min = 0, max = 1e6) double seconds) {
    TraceJob job = deadline(job("a", 5, 1, 1000, 1), 20);

    TraceJob shifted = Workloads.shift(List.of(job), seconds).getFirst();

    assertThat(shifted.submitSeconds()).isEqualTo(5 + seconds);
    assertThat(shifted.deadlineSeconds().orElseThrow() - shifted.submitSeconds())
        .isCloseTo(15, within(1e-6));
    assertThatThrownBy(() -> Workloads.shift(List.of(job), -6))
        .isInstanceOf(IllegalArgumentException.class);
  }

  static TraceJob job(String id, double submit, int devices, int milli, double duration) {
    return new TraceJob(
        id,
        submit,
        1,
        1000,
        1 << 20,
        devices,
        milli,
        OptionalLong.empty(),
        List.of(),
        OptionalDouble.of(duration),
        OptionalDouble.empty(),
        "default",
        "",
        0,
        JobKind.BATCH,
        EndState.COMPLETED,
        OptionalDouble.empty(),
        Optional.empty(),
        Optional.empty(),
        new TreeMap<>());
  }

  private static TraceJob deadline(TraceJob job, double seconds) {
    return new TraceJob(
        job.job(),
        job.submitSeconds(),
        job.tasks(),
        job.cpuMilli(),
        job.memoryBytes(),
        job.devices(),
        job.deviceMilli(),
        job.deviceMemoryBytes(),
        job.models(),
        job.durationSeconds(),
        job.limitSeconds(),
        job.queue(),
        job.user(),
        job.priority(),
        job.kind(),
        job.endState(),
        OptionalDouble.of(seconds),
        job.name(),
        job.modelName(),
        job.extra());
  }
}
