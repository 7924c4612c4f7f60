package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.model.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lenient reading leaves out what is wrong, and says exactly how much that is. */
class LenientTest {
  private static final String HEADER = "job,submit_s,devices,colour\n";

  @TempDir Path folder;

  @Test
  void keepsTheSoundRowsAndCountsTheRest() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("jobs.csv"),
            HEADER
                + "a,0,1,red\n"
                + "b,x,y,red\n"
                + "c,1,1\n"
                + "\n"
                + "\"d\nd\",2,1,red\n"
                + "a,3,1,red\n"
                + "e,4,-1,red\n");

    Trace trace = Traces.read(TraceSource.ofJobs("canonical", file).leniently());

    assertThat(trace.jobs()).extracting(TraceJob::job).containsExactly("a", "d\nd");
    assertThat(trace.report().problems())
        .extracting(Problem::render)
        .containsExactly(
            file + ":1: column colour: is unknown",
            file + ":3: column devices: \"y\" is not a whole number",
            file + ":3: column submit_s: \"x\" is not a number",
            file + ":4: has 3 fields where the header has 4",
            file + ":5: is an empty line",
            file + ":8: column job: \"a\" is also the job of line 2",
            file
                + ":9: column devices: \"-1\" is out of range (expected devices BETWEEN 0 AND 1024)");
    assertThat(trace.report().problemCount()).isEqualTo(7);
    TraceFile read = trace.report().files().getFirst();
    assertThat(read.rows()).isEqualTo(7);
    assertThat(read.kept()).isEqualTo(2);
    assertThat(trace.report().skippedRows()).isEqualTo(5);
  }

  @Test
  void listsAFewAndCountsAll() throws IOException {
    var text = new StringBuilder("job,submit_s\nok,0\n");
    for (int i = 0; i < 10_000; i++) {
      text.append("bad-").append(i).append(i % 2 == 0 ? ",x\n" : ",-1\n");
    }
    Path file = Files.writeString(folder.resolve("jobs.csv"), text);

    TraceReport report =
        Traces.read(TraceSource.ofJobs("canonical", file).leniently().listing(3)).report();

    assertThat(report.problems())
        .extracting(Problem::render)
        .containsExactly(
            file + ":3: column submit_s: \"x\" is not a number",
            file + ":4: column submit_s: \"-1.0\" is out of range (expected submit_s >= 0)",
            file + ":5: column submit_s: \"x\" is not a number");
    assertThat(report.problemCount()).isEqualTo(10_000);
    assertThat(report.skippedRows()).isEqualTo(10_000);
    assertThatThrownBy(() -> Traces.read(TraceSource.ofJobs("canonical", file)))
        .isInstanceOf(InvalidTrace.class)
        .hasMessageStartingWith(file + ":3: column submit_s: \"x\" is not a number\n")
        .hasMessageEndingWith("\n... and 9950 more");
  }

  @Test
  void nothingLeftIsNoTrace() throws IOException {
    Path file = Files.writeString(folder.resolve("jobs.csv"), "job,submit_s\na,x\n");

    assertThatThrownBy(() -> Traces.read(TraceSource.ofJobs("canonical", file).leniently()))
        .isInstanceOf(InvalidTrace.class)
        .hasMessage(file + ":2: column submit_s: \"x\" is not a number");
  }

  @Test
  void aMissingColumnIsNeverForgiven() throws IOException {
    Path file = Files.writeString(folder.resolve("jobs.csv"), "job,devices\na,1\n");

    assertThatThrownBy(() -> Traces.read(TraceSource.ofJobs("canonical", file).leniently()))
        .isInstanceOf(InvalidTrace.class)
        .hasMessage(file + ":1: column submit_s: is missing");
  }
}
