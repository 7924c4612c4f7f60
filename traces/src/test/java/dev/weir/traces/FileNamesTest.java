package dev.weir.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A name is only a name: no quote ends a literal, no star is a pattern, no extension decides. */
class FileNamesTest {
  private static final String CSV = "job,submit_s\na,0\nb,1\n";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "it's.csv",
        "a\"b.csv",
        "'; DROP SCHEMA canonical CASCADE; --.csv",
        "*.csv",
        "a?.csv",
        "[ab].csv",
        "a[1]*.csv",
        "日本.csv",
        "with space",
        "http:x.csv",
        "-",
        "year=2023"
      })
  void readsExactlyThatFile(String name) throws IOException {
    Files.writeString(folder.resolve("a1.csv"), "job,submit_s\nwrong,0\n");
    Files.writeString(folder.resolve("a.csv"), "job,submit_s\nwrong,0\n");
    Path deep = Files.createDirectory(folder.resolve("kind=x'y"));
    Path file = Files.writeString(deep.resolve(name), CSV);
    Path beside = Files.writeString(folder.resolve(name), CSV);

    for (Path path : new Path[] {file, beside}) {
      assertThat(Traces.read(TraceSource.ofJobs("canonical", path)).jobs())
          .extracting(TraceJob::job)
          .containsExactly("a", "b");
    }
    Path written = deep.resolve("copy " + name);
    assertThat(TraceWriter.writeJobs(written, all(beside))).isEqualTo(2);
    assertThat(Files.readString(written)).startsWith("job,submit_s,").contains("\na,0.0,");
  }

  private static Iterator<TraceJob> all(Path path) {
    return Traces.read(TraceSource.ofJobs("canonical", path)).jobs().iterator();
  }

  @Test
  void compressionIsSeenNotNamed() throws IOException {
    Path zipped = Files.write(folder.resolve("plain.csv"), MalformedOpenbTest.gzip(CSV));
    Path plain = Files.writeString(folder.resolve("plain.csv.gz"), CSV);

    Trace first = Traces.read(TraceSource.ofJobs("canonical", zipped));
    Trace second = Traces.read(TraceSource.ofJobs("canonical", plain));

    assertThat(first.jobs()).isEqualTo(second.jobs()).hasSize(2);
    // The digest is that of the content: printf 'job,submit_s\na,0\nb,1\n' | sha256sum
    assertThat(first.report().files().getFirst().sha256())
        .isEqualTo(second.report().files().getFirst().sha256())
        .isEqualTo("d02aa0cb54c4ec1d3a0f97a9f6bb05eba5e51b8165254ea325abf41660e8b07c");
    assertThat(first.report().files().getFirst().bytes()).isEqualTo(CSV.length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\uFEFFjob,submit_s\na,0\nb,1\n",
        "job,submit_s\r\na,0\r\nb,1\r\n",
        "\uFEFFjob,submit_s\r\na,0\r\nb,1",
        "job,submit_s\ra,0\rb,1\r",
        "job,submit_s\na,0\r\nb,1\n",
        "job,submit_s\na,0\nb,1",
        "job,submit_s\na,0\nb,1\n\n\n",
        "\"job\",\"submit_s\"\n\"a\",\"0\"\n\"b\",\"1\"\n",
        "submit_s,job\n0,a\n1,b\n"
      })
  void textsMayDifferInForm(String text) throws IOException {
    Path file = Files.write(folder.resolve("jobs.csv"), text.getBytes(StandardCharsets.UTF_8));
    Path zipped = Files.write(folder.resolve("jobs.csv.gz"), MalformedOpenbTest.gzip(text));

    for (Path path : new Path[] {file, zipped}) {
      assertThat(Traces.read(TraceSource.ofJobs("canonical", path)).jobs())
          .extracting(TraceJob::job, TraceJob::submitSeconds)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("a", 0.0),
              org.assertj.core.groups.Tuple.tuple("b", 1.0));
    }
  }
}
