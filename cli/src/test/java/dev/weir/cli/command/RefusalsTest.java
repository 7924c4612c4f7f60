package dev.weir.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.terminal.Terminal;
import dev.weir.model.problem.InvalidInput;
import dev.weir.model.problem.Problem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class RefusalsTest {
  private final StringWriter err = new StringWriter();
  private final Terminal plain =
      Terminal.plain(new PrintWriter(Writer.nullWriter()), new PrintWriter(err));

  @Test
  void badInputIsToldByPlaceFieldAndNearestNameAndEndsWithTwo() {
    Problem problem =
        Problem.at("job.yaml", 3, 7, "roles[0].cuont", "unknown field")
            .expecting("one of count, devices")
            .nearest(Optional.of("count"));

    assertThat(codeOf(new Refused(List.of(problem), 1))).isEqualTo(2);
    assertThat(err.toString().strip())
        .isEqualTo(
            "job.yaml:3:7: roles[0].cuont: unknown field"
                + " (expected one of count, devices; did you mean \"count\"?)");
  }

  @Test
  void thousandsOfProblemsAreShortened() {
    List<Problem> many =
        IntStream.range(1, 41).mapToObj(i -> Problem.at("t.csv", i, 1, "x", "bad")).toList();

    assertThat(codeOf(new Refused(many, 7000))).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(21);
    assertThat(err.toString()).contains("t.csv:20:1").endsWith("... and 6980 more\n");
  }

  @Test
  void placesAreSetOffInColour() {
    var coloured =
        new Terminal(
            new PrintWriter(Writer.nullWriter()), new PrintWriter(err), true, true, true, 80);
    codeOf(coloured, new Refused(List.of(Problem.at("a.yaml", 1, 2, "f", "bad")), 1));

    assertThat(err.toString().strip()).isEqualTo("\u001b[1ma.yaml:1:2\u001b[0m: f: bad");
  }

  @Test
  void aFailureWithWordsEndsWithOneAndShowsNoStack() {
    assertThat(codeOf(new CommandFailed("2 of 7 scenarios failed"))).isEqualTo(1);
    assertThat(err.toString().strip()).isEqualTo("weir: 2 of 7 scenarios failed");
  }

  @Test
  void aMissingFileIsBadInput() {
    assertThat(codeOf(new UncheckedIOException(new NoSuchFileException("a.yaml")))).isEqualTo(2);
    assertThat(err.toString().strip()).isEqualTo("weir: no such file or folder: a.yaml");
  }

  @Test
  void aFullDiskIsAFailure() {
    assertThat(codeOf(new IOException("No space left on device"))).isEqualTo(1);
    assertThat(err.toString()).contains("No space left on device");
  }

  @Test
  void aBugIsCalledABugAndShowsWhereItIs() {
    assertThat(codeOf(new IllegalStateException("negative"))).isEqualTo(1);
    assertThat(err.toString())
        .contains("this is a bug in Weir")
        .contains("IllegalStateException: negative")
        .contains("at dev.weir.cli.command.RefusalsTest");
  }

  private int codeOf(Exception thrown) {
    return codeOf(plain, thrown);
  }

  private int codeOf(Terminal terminal, Exception thrown) {
    var refusals = new Refusals(terminal);
    int code =
        new CommandLine(new Throwing(thrown))
            .setExecutionExceptionHandler(refusals::ofExecution)
            .execute();
    terminal.flush();
    return code;
  }

  @Command(name = "throwing")
  private record Throwing(Exception thrown) implements Subcommand {
    @Override
    public ExitCode run() throws Exception {
      throw thrown;
    }
  }

  private static final class Refused extends InvalidInput {
    Refused(List<Problem> problems, long total) {
      super(problems, total);
    }
  }
}
