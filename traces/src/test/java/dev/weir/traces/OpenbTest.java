package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.model.job.JobKind;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The shipped OpenB lists are read completely and say what is published about them. */
class OpenbTest {
  private static final long CAPACITY_MILLI = 6_212_000;

  @Test
  void nodesAreThePublishedCluster() {
    List<TraceNode> nodes = Traces.read(TraceSource.ofNodes("openb", Openb.nodes())).nodes();

    Map<String, Integer> devices = new TreeMap<>();
    nodes.forEach(node -> devices.merge(node.devices() + " x " + node.model(), 1, Integer::sum));
    assertThat(devices)
        .containsExactlyInAnyOrderEntriesOf(
            Map.ofEntries(
                Map.entry("8 x G2", 549),
                Map.entry("8 x G3", 39),
                Map.entry("2 x T4", 387),
                Map.entry("4 x T4", 17),
                Map.entry("2 x P100", 131),
                Map.entry("1 x P100", 3),
                Map.entry("4 x V100M16", 28),
                Map.entry("1 x V100M16", 19),
                Map.entry("8 x V100M16", 8),
                Map.entry("8 x V100M32", 21),
                Map.entry("4 x V100M32", 9),
                Map.entry("1 x A10", 2)));
    assertThat(nodes.stream().mapToInt(TraceNode::devices).sum()).isEqualTo(6212);
    assertThat(nodes.stream().mapToLong(TraceNode::cpuMilli).sum()).isEqualTo(107_018_000);
    assertThat(nodes.getFirst().memoryBytes()).isEqualTo(262_144L << 20);
  }

  @Test
  void defaultListIsThePublishedWorkload() {
    Trace trace = Openb.read("default");

    assertThat(trace.jobs()).hasSize(8152);
    assertThat(count(trace, 0)).isEqualTo(1088);
    assertThat(count(trace, 1)).isEqualTo(6989);
    assertThat(trace.jobs().stream().filter(job -> job.devices() == 1 && job.deviceMilli() < 1000))
        .hasSize(3078);
    assertThat(count(trace, 2)).isEqualTo(16);
    assertThat(count(trace, 4)).isEqualTo(15);
    assertThat(count(trace, 8)).isEqualTo(44);
    assertThat(asked(trace)).isEqualTo(6_086_800);
    assertThat(trace.jobs())
        .isSortedAccordingTo(java.util.Comparator.comparingDouble(TraceJob::submitSeconds));
    assertThat(trace.report().problemCount()).isZero();
    assertThat(trace.report().skippedRows()).isZero();
  }

  @Test
  void rowsAreMappedColumnByColumn() {
    Map<String, TraceJob> jobs = new TreeMap<>();
    Openb.read("gpuspec33").jobs().forEach(job -> jobs.put(job.job(), job));

    // openb-pod-0017,88000,327680,8,1000,G2,Burstable,Succeeded,9437497,10769854,9437497
    TraceJob large = jobs.get("openb-pod-0017");
    assertThat(large.cpuMilli()).isEqualTo(88_000);
    assertThat(large.memoryBytes()).isEqualTo(327_680L << 20);
    assertThat(large.tasks()).isEqualTo(1);
    assertThat(large.devices()).isEqualTo(8);
    assertThat(large.deviceMilli()).isEqualTo(1000);
    assertThat(large.models()).containsExactly("G2");
    assertThat(large.submitSeconds()).isEqualTo(9_437_497);
    assertThat(large.durationSeconds()).isEqualTo(OptionalDouble.of(10_769_854 - 9_437_497));
    assertThat(large.endState()).isEqualTo(EndState.COMPLETED);
    assertThat(large.queue()).isEqualTo("burstable");
    assertThat(large.kind()).isEqualTo(JobKind.BATCH);
    // openb-pod-0021,8000,30517,1,440,G2|P100|T4|V100M16|V100M32,LS,Running,9671707,12902960,9671708
    TraceJob sharing = jobs.get("openb-pod-0021");
    assertThat(sharing.deviceMilli()).isEqualTo(440);
    assertThat(sharing.models()).containsExactly("G2", "P100", "T4", "V100M16", "V100M32");
    assertThat(sharing.endState()).isEqualTo(EndState.RUNNING);
    assertThat(sharing.kind()).isEqualTo(JobKind.INFERENCE);
    // openb-pod-0035,16000,32768,1,1000,,LS,Running,9967058,9968575,9967063
    assertThat(jobs.get("openb-pod-0035").models()).isEmpty();
  }

  @Test
  void runningPodsAreNotCompletions() {
    Trace trace = Openb.read("default");

    Map<EndState, Long> states = new TreeMap<>();
    trace.jobs().forEach(job -> states.merge(job.endState(), 1L, Long::sum));
    assertThat(states)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                EndState.RUNNING, 5193L,
                EndState.CANCELLED, 897L,
                EndState.FAILED, 1870L,
                EndState.COMPLETED, 192L));
    assertThat(trace.report().notes())
        .extracting(TraceNote::key, TraceNote::count)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("running", 5193L),
            org.assertj.core.groups.Tuple.tuple("never-scheduled", 897L));
    assertThat(trace.report().notes().getFirst().text())
        .startsWith("5193 of 8152 pods are marked Running");
  }

  @ParameterizedTest
  @CsvSource({"multigpu20,1.14", "multigpu30,1.30", "multigpu50,1.83"})
  void multiGpuListsHaveFiveColumns(String list, double demand) {
    Trace trace = Openb.read(list);

    assertThat((double) asked(trace) / CAPACITY_MILLI).isCloseTo(demand, within(0.005));
    assertThat(trace.jobs())
        .allMatch(job -> job.durationSeconds().isEmpty() && job.submitSeconds() == 0)
        .allMatch(job -> job.queue().equals("default"));
    assertThat(trace.report().notes()).extracting(TraceNote::key).containsExactly("no-times");
    // All are submitted at 0, so the order is that of the file.
    assertThat(trace.jobs().getFirst().job()).isEqualTo("openb-pod-0000");
  }

  static Stream<String> lists() {
    return Openb.LISTS.stream();
  }

  /** The digests in the README are of the origin's files, so the shipped lists are those. */
  @ParameterizedTest
  @MethodSource("lists")
  void everyListIsReadAndIsTheOriginal(String list) throws IOException {
    TraceReport report = Openb.read(list).report();

    String readme = Files.readString(Openb.folder().resolve("README.md"));
    for (TraceFile file : report.files()) {
      String name = java.nio.file.Path.of(file.file()).getFileName().toString();
      assertThat(readme)
          .contains("| `%s` | %,d | `%s` |".formatted(name, file.rows(), file.sha256()));
      assertThat(file.kept()).isEqualTo(file.rows());
    }
    assertThat(report.files()).extracting(TraceFile::role).containsExactly("nodes", "jobs");
  }

  private static long count(Trace trace, int devices) {
    return trace.jobs().stream().filter(job -> job.devices() == devices).count();
  }

  private static long asked(Trace trace) {
    return trace.jobs().stream().mapToLong(TraceJob::totalDeviceMilli).sum();
  }
}
