package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.model.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Malformed canonical files, CSV and Parquet, and sources that are no files at all. */
class MalformedCanonicalTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "submit_s,devices ~ NaN,1 ~ column submit_s: \"NaN\" is not a finite number",
        "submit_s,devices ~ -inf,1 ~ column submit_s: \"-inf\" is not a finite number",
        "submit_s,devices ~ 1e999,1 ~ column submit_s: \"1e999\" is too large for a number",
        "submit_s,devices ~ soon,1 ~ column submit_s: \"soon\" is not a number",
        "submit_s,devices ~ -1,1 ~ column submit_s: \"-1.0\" is out of range (expected submit_s >= 0)",
        "submit_s,duration_s ~ 0,-5 ~ column duration_s: \"-5.0\" is out of range (expected duration_s >= 0)",
        "submit_s,limit_s ~ 0,0 ~ column limit_s: \"0.0\" is out of range (expected limit_s > 0)",
        "submit_s,tasks ~ 0,0 ~ column tasks: \"0\" is out of range (expected tasks >= 1)",
        "submit_s,kind ~ 0,trainin ~ column kind: \"trainin\" is none of training, inference, interactive, batch (did you mean \"training\"?)",
        "submit_s,end_state ~ 0,done ~ column end_state: \"done\" is none of completed, failed, cancelled, running",
        "submit_s,deadline_s ~ 10,9 ~ column deadline_s: \"9.0\" lies before submit_s 10.0",
        "submit_s,extra ~ 0,steps ~ column extra: \"steps\" is not of the form key=value;key=value",
        "submit_s,device_memory_bytes ~ 0,0 ~ column device_memory_bytes: \"0\" is out of range (expected device_memory_bytes > 0)",
      })
  void cellsAreRefused(String columns, String cells, String expected) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("jobs.csv"), "job,%s\nok,%s\na,%s\n".formatted(columns, "0,", cells));

    InvalidTrace refused = refused("canonical", file);

    assertThat(refused.problems())
        .extracting(Problem::render)
        .containsExactly(file + ":3: " + expected);
  }

  @Test
  void parquetRowsAreNamedByNumber() throws Exception {
    Path file =
        parquet(
            "SELECT * FROM (VALUES ('a', 1.0::DOUBLE, 1::BIGINT), ('b', 'nan'::DOUBLE, 5000000000),"
                + " (NULL, 2.0, -1)) t(job, submit_s, devices)");

    assertThat(refused("canonical", file).problems())
        .extracting(Problem::render)
        .containsExactlyInAnyOrder(
            file + ": row 2, column submit_s: \"nan\" is not a finite number",
            file
                + ": row 2, column devices: \"5000000000\" does not fit into a whole number of 32 bits",
            file + ": row 3, column job: is empty (expected a text)",
            file
                + ": row 3, column devices: \"-1\" is out of range (expected devices BETWEEN 0 AND 1024)");
  }

  @Test
  void parquetTypesHaveToAgree() throws Exception {
    Path file =
        parquet("SELECT 1 AS job, 0.0::DOUBLE AS submit_s, 1.5::DOUBLE AS devices, 'x' AS kind");

    assertThat(refused("canonical", file).problems())
        .extracting(Problem::render)
        .containsExactlyInAnyOrder(
            file + ": column job: has the type INTEGER (expected VARCHAR)",
            file + ": column devices: has the type DOUBLE (expected INTEGER)");
  }

  @Test
  void parquetColumnsAreNamed() throws Exception {
    Path file = parquet("SELECT 'a' AS job, 0 AS submit, 1 AS devices");

    assertThat(refused("canonical", file).problems())
        .extracting(Problem::render)
        .containsExactly(file + ": column submit: is unknown (did you mean \"submit_s\"?)");
  }

  @Test
  void parquetWithoutRows() throws Exception {
    Path file = parquet("SELECT 'a' AS job, 0 AS submit_s WHERE false");

    assertThat(refused("canonical", file)).hasMessage(file + ": has columns and no rows");
  }

  @Test
  void damagedParquet() throws Exception {
    Path whole = parquet("SELECT 'a' AS job, 0 AS submit_s");
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.parquet"), Arrays.copyOf(bytes, bytes.length - 6));

    assertThat(refused("canonical", cut).getMessage())
        .startsWith(cut + ": is a damaged Parquet file: ")
        .doesNotContain("\n");
  }

  @Test
  void aFileThatIsNotThere() throws IOException {
    Files.writeString(folder.resolve("jobs.csv"), "x");
    Path missing = folder.resolve("job.csv");

    assertThat(refused("canonical", missing))
        .hasMessage(missing + ": does not exist; the folder has \"jobs.csv\"");
    assertThat(refused("canonical", Path.of("/no/such/jobs.csv")))
        .hasMessage("/no/such/jobs.csv: does not exist");
  }

  @Test
  void aDirectory() {
    assertThat(refused("canonical", folder)).hasMessage(folder + ": is a directory, not a file");
  }

  @Test
  void aDevice() {
    assertThat(refused("canonical", Path.of("/dev/null")))
        .hasMessage("/dev/null: is not a regular file");
  }

  @Test
  void bothFilesAreReportedAtOnce() {
    Path nodes = folder.resolve("n.csv");
    Path jobs = folder.resolve("j.csv");

    InvalidTrace refused =
        catchThrowableOfType(
            InvalidTrace.class, () -> Traces.read(TraceSource.of("openb", nodes, jobs)));

    assertThat(refused.problems())
        .extracting(Problem::file)
        .containsExactly(jobs.toString(), nodes.toString());
  }

  @Test
  void anUnknownFormat() {
    assertThatThrownBy(() -> Traces.read(TraceSource.ofJobs("open-b", folder)))
        .isInstanceOf(InvalidTrace.class)
        .hasMessage(
            "trace format: \"open-b\" is unknown (expected one of canonical, openb; did you mean \"openb\"?)");
    assertThatThrownBy(() -> Traces.read(TraceSource.ofJobs("philly", folder)))
        .hasMessage("trace format: \"philly\" is unknown (expected one of canonical, openb)");
  }

  private InvalidTrace refused(String format, Path jobs) {
    InvalidTrace refused =
        catchThrowableOfType(
            InvalidTrace.class, () -> Traces.read(TraceSource.ofJobs(format, jobs)));
    assertThat(refused).as("refused").isNotNull();
    return refused;
  }

  private Path parquet(String select) throws SQLException {
    Path file = folder.resolve("jobs.parquet");
    try (Duck duck = Duck.open()) {
      duck.execute(
          "COPY (%s) TO %s (FORMAT parquet)".formatted(select, Duck.text(file.toString())));
    }
    return file;
  }
}
