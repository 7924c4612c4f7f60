package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.model.job.JobKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written in canonical form is read back as it was. */
class CanonicalTest {
  private static final String[] TEXTS = {
    "plain",
    "a,b",
    "\"quoted\"",
    "two\nlines",
    "crlf\r\nend",
    "'; DROP TABLE jobs; --",
    "后端",
    "é",
    "NULL",
    " spaces ",
    "-",
    "0",
    "semi:colon"
  };

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"jobs.parquet", "jobs.csv", "jobs.csv.gz"})
  void jobsSurviveWriting(String name) throws IOException {
    List<TraceJob> jobs = strangeJobs(3000);
    Path file = folder.resolve(name);

    long written = TraceWriter.writeJobs(file, jobs.iterator());
    Trace trace = Traces.read(TraceSource.ofJobs("canonical", file));

    assertThat(written).isEqualTo(3000);
    assertThat(trace.jobs()).isEqualTo(jobs);
    assertThat(trace.report().files().getFirst().rows()).isEqualTo(3000);
    assertThat(trace.report().files().getFirst().sha256()).matches("[0-9a-f]{64}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nodes.parquet", "nodes.csv"})
  void nodesSurviveWriting(String name) throws IOException {
    var labels = new TreeMap<String, String>();
    labels.put("zone", "a=b");
    labels.put("rack", "");
    List<TraceNode> nodes =
        List.of(
            new TraceNode("n,1", 64_000, 1L << 40, 8, "A100-80", labels),
            new TraceNode("n\"2", 0, 0, 0, "", new TreeMap<>()));
    Path file = folder.resolve(name);

    TraceWriter.writeNodes(file, nodes);

    assertThat(Traces.read(TraceSource.ofNodes("canonical", file)).nodes()).isEqualTo(nodes);
  }

  @Test
  void openbSurvivesTheCanonicalForm() throws IOException {
    Trace openb = Openb.read("gpuspec33");
    Path nodes = folder.resolve("nodes.parquet");
    Path jobs = folder.resolve("jobs.parquet");

    TraceWriter.writeNodes(nodes, openb.nodes());
    TraceWriter.writeJobs(jobs, openb.jobs().iterator());
    Trace again = Traces.read(TraceSource.of("canonical", nodes, jobs));

    assertThat(again.jobs()).isEqualTo(openb.jobs());
    assertThat(again.nodes()).isEqualTo(openb.nodes());
  }

  @Test
  void columnsWithDefaultsMayBeLeftOut() throws IOException {
    Path file =
        Files.writeString(folder.resolve("jobs.csv"), "job,submit_s,devices\na,1.5,2\nb,0,0\n");

    List<TraceJob> jobs = Traces.read(TraceSource.ofJobs("canonical", file)).jobs();

    assertThat(jobs).extracting(TraceJob::job).containsExactly("b", "a");
    TraceJob job = jobs.getLast();
    assertThat(job.deviceMilli()).isEqualTo(1000);
    assertThat(job.tasks()).isEqualTo(1);
    assertThat(job.queue()).isEqualTo("default");
    assertThat(job.kind()).isEqualTo(JobKind.BATCH);
    assertThat(job.durationSeconds()).isEmpty();
    assertThat(job.models()).isEmpty();
    assertThat(jobs.getFirst().deviceMilli()).isZero();
  }

  @Test
  void aFailedWriteLeavesNothing() {
    List<TraceJob> jobs = strangeJobs(10);
    var broken = new ArrayList<TraceJob>(jobs);
    var extra = new TreeMap<String, String>();
    extra.put("key", "a;b");
    broken.add(job("bad", 99, extra));

    assertThatThrownBy(() -> TraceWriter.writeJobs(folder.resolve("x.csv"), broken.iterator()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("cannot be written as key=value: key=a;b");
    assertThat(folder).isEmptyDirectory();
    assertThatThrownBy(() -> TraceWriter.writeJobs(folder.resolve("no/such.csv"), jobs.iterator()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no");
  }

  private static List<TraceJob> strangeJobs(int count) {
    var random = new Random(5);
    var jobs = new ArrayList<TraceJob>();
    double submit = 0;
    for (int i = 0; i < count; i++) {
      submit += random.nextInt(3) * random.nextDouble();
      var extra = new TreeMap<String, String>();
      if (random.nextInt(4) == 0) {
        extra.put("steps", String.valueOf(random.nextInt(1000)));
        extra.put("batch_size", TEXTS[random.nextInt(TEXTS.length)].replace(";", ""));
      }
      jobs.add(strange(random, i, submit, extra));
    }
    return jobs;
  }

  private static TraceJob strange(
      Random random, int i, double submit, TreeMap<String, String> extra) {
    int devices = random.nextInt(4);
    return new TraceJob(
        TEXTS[random.nextInt(TEXTS.length)] + i,
        submit,
        1 + random.nextInt(100),
        random.nextInt(1 << 20),
        random.nextLong(1L << 50),
        devices,
        devices == 1 ? 1 + random.nextInt(1000) : devices == 0 ? 0 : 1000,
        random.nextBoolean()
            ? OptionalLong.of(1 + random.nextLong(1L << 40))
            : OptionalLong.empty(),
        random.nextBoolean() ? List.of("A100-80", "后,端") : List.of(),
        maybe(random),
        maybe(random),
        TEXTS[random.nextInt(TEXTS.length)],
        random.nextBoolean() ? TEXTS[random.nextInt(TEXTS.length)] : "",
        random.nextInt(21) - 10,
        JobKind.values()[random.nextInt(JobKind.values().length)],
        EndState.values()[random.nextInt(EndState.values().length)],
        random.nextBoolean()
            ? OptionalDouble.of(submit + random.nextDouble())
            : OptionalDouble.empty(),
        random.nextBoolean() ? Optional.of(TEXTS[random.nextInt(TEXTS.length)]) : Optional.empty(),
        random.nextBoolean() ? Optional.of("resnet50") : Optional.empty(),
        extra);
  }

  private static OptionalDouble maybe(Random random) {
    double value = Math.exp(40 * random.nextDouble() - 20);
    return random.nextBoolean() ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private static TraceJob job(String id, double submit, TreeMap<String, String> extra) {
    return strange(new Random(1), 0, submit, extra).withJob(id);
  }
}
