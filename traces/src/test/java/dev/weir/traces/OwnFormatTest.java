package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new format is an SQL text and nothing else. */
class OwnFormatTest {
  /** Jobs with steps of a named model, as training simulators have them; times in milliseconds. */
  private static final String STEPS =
      """
      -- steps: a format of this test.
      --% raw jobs
      CREATE TABLE raw_jobs (
        job_id      BIGINT  NOT NULL,
        num_gpu     INTEGER NOT NULL CHECK (num_gpu >= 1),
        submit_time BIGINT  NOT NULL CHECK (submit_time >= 0),
        iterations  BIGINT  NOT NULL CHECK (iterations >= 1),
        model_name  VARCHAR NOT NULL,
        duration    BIGINT  NOT NULL CHECK (duration >= 0)
      );
      --% check large jobs fill nodes
      SELECT 'jobs' AS source, rowid AS record, 'num_gpu' AS field, num_gpu AS value,
             'is no multiple of 8' AS message
      FROM raw_jobs WHERE num_gpu > 8 AND num_gpu % 8 <> 0
      --% jobs
      SELECT 'j' || job_id AS job, submit_time / 1000 AS submit_s, greatest(1, num_gpu // 8)::INTEGER AS tasks,
             least(num_gpu, 8) AS devices, duration / 1000 AS duration_s, model_name,
             'training' AS kind, 'steps=' || iterations AS extra
      FROM raw_jobs
      --% note long
      SELECT count(*) AS count, 'jobs take over an hour' AS text FROM raw_jobs WHERE duration > 3600000
      """;

  private static final String HEADER =
      "job_id,num_gpu,submit_time,iterations,model_name,duration\n";

  @TempDir Path folder;

  @Test
  void isEnough() throws IOException {
    Path file = write("7,16,1500,200,resnet18,7200000\n8,4,500,9,gpt2,250\n");

    try (OpenTrace trace = open(file, STEPS);
        JobCursor jobs = trace.jobs()) {
      assertThat(trace.jobCount()).isEqualTo(2);
      TraceJob first = jobs.next();
      TraceJob second = jobs.next();
      assertThat(jobs.hasNext()).isFalse();
      assertThat(first.job()).isEqualTo("j8");
      assertThat(first.durationSeconds()).isEqualTo(OptionalDouble.of(0.25));
      assertThat(second.submitSeconds()).isEqualTo(1.5);
      assertThat(second.tasks()).isEqualTo(2);
      assertThat(second.devices()).isEqualTo(8);
      assertThat(second.deviceMilli()).isEqualTo(1000);
      assertThat(second.modelName()).contains("resnet18");
      assertThat(second.extra()).containsEntry("steps", "200");
      assertThat(trace.report().notes())
          .containsExactly(new TraceNote("long", 1, "1 jobs take over an hour"));
    }
  }

  @Test
  void itsChecksSpeak() throws IOException {
    Path file = write("7,12,1500,200,resnet18,7200000\n");

    assertThatThrownBy(() -> open(file, STEPS))
        .isInstanceOf(InvalidTrace.class)
        .hasMessage(file + ":2: column num_gpu: \"12\" is no multiple of 8");
  }

  /** A mapping that breaks the canonical form is a fault of the format, not of the trace. */
  @Test
  void itsMistakesAreNotBlamedOnTheTrace() throws IOException {
    Path file = write("7,16,1500,200,resnet18,7200000\n");

    assertThatThrownBy(() -> open(file, STEPS.replace("'steps='", "'steps'")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "a format breaks the canonical form:\n"
                + "steps jobs: row 1, column extra: \"steps200\" is not of the form key=value;key=value");
    assertThatThrownBy(() -> open(file, STEPS.replace("AS devices", "AS gpus")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a format breaks the canonical form:\nsteps jobs: column gpus: is unknown");
    assertThatThrownBy(() -> TraceFormat.parse("odd", STEPS.replace("--% jobs", "--% job")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("format odd: unknown section \"job\"");
    assertThatThrownBy(
            () -> TraceFormat.parse("odd", "--% raw jobs\nCREATE TABLE raw_jobs (a INTEGER)"))
        .hasMessage("format odd: each raw section needs its mapping");
  }

  @Test
  void everyRegisteredFormatHasItsFile() {
    assertThat(TraceFormats.names()).isEqualTo(List.of("canonical", "openb")).isSorted();
    for (String name : TraceFormats.names()) {
      assertThat(TraceFormats.get(name).name()).isEqualTo(name);
    }
  }

  /** The example that docs/traces.md gives to whoever adds a format. */
  @Test
  void theDocumentedExampleWorks() throws IOException {
    String page = Files.readString(page());
    int begin = page.indexOf("```sql\n") + 7;
    String sql = page.substring(begin, page.indexOf("```", begin));
    Path file =
        Files.writeString(folder.resolve("d.csv"), "job_id,num_gpu,arrival\n5,2,3000\n6,1,-4\n");

    assertThatThrownBy(
            () -> Traces.open(TraceSource.ofJobs("d", file), TraceFormat.parse("d", sql)))
        .hasMessage(file + ":3: column arrival: \"-4\" lies before the start of the trace");
    try (OpenTrace trace =
            Traces.open(TraceSource.ofJobs("d", file).leniently(), TraceFormat.parse("d", sql));
        JobCursor jobs = trace.jobs()) {
      assertThat(jobs.next().submitSeconds()).isEqualTo(3);
      assertThat(trace.report().notes())
          .containsExactly(new TraceNote("unknown", 1, "1 jobs have no duration"));
    }
  }

  @Test
  void everyCanonicalColumnIsDocumented() throws Exception {
    String page = Files.readString(page());
    TraceFormat canonical = TraceFormat.load("canonical");
    try (Duck duck = Duck.open()) {
      for (Role role : Role.values()) {
        String sql = canonical.raw().get(role);
        for (Column column : Declaration.declare(duck, "main", role, sql).columns()) {
          String cell = column.optional() || column.name().equals("model") ? "`%s`" : "**`%s`**";
          assertThat(page).contains("| " + cell.formatted(column.name()) + " |");
        }
      }
    }
  }

  private static Path page() {
    return Path.of("..", "docs", "traces.md");
  }

  /** Two passes over one open trace do not disturb each other. */
  @Test
  void cursorsAreIndependent() throws IOException {
    Path file = write("1,1,0,1,a,1\n2,1,1,1,a,1\n3,1,2,1,a,1\n");

    try (OpenTrace trace = open(file, STEPS);
        JobCursor left = trace.jobs();
        JobCursor right = trace.jobs()) {
      left.next();
      left.next();
      assertThat(right.next().job()).isEqualTo("j1");
      assertThat(left.next().job()).isEqualTo("j3");
      assertThatThrownBy(left::next).isInstanceOf(java.util.NoSuchElementException.class);
      assertThat(right.next().job()).isEqualTo("j2");
    }
  }

  private static OpenTrace open(Path jobs, String sql) {
    return Traces.open(TraceSource.ofJobs("steps", jobs), TraceFormat.parse("steps", sql));
  }

  private Path write(String rows) throws IOException {
    return Files.writeString(folder.resolve("jobs.csv"), HEADER + rows);
  }
}
