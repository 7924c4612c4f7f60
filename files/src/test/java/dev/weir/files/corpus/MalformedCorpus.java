package dev.weir.files.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.model.problem.InvalidInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A folder of malformed documents, and beside them {@code expected.txt} with the lines that a
 * person is shown for each:
 *
 * <pre>
 * priorty.yaml:3:1: priorty: unknown field (did you mean "priority"?)
 * </pre>
 *
 * <p>A file without a line, and a line without a file, fail the test. Use:
 *
 * <pre>{@code
 * static Stream<MalformedCorpus.Case> cases() {
 *   return MalformedCorpus.in("src/test/resources/malformed/scenario");
 * }
 *
 * @ParameterizedTest
 * @MethodSource("cases")
 * void isRefused(MalformedCorpus.Case malformed) {
 *   malformed.assertRefused(path -> DocumentReader.of(ScenarioFile.class).read(path));
 * }
 * }</pre>
 *
 * <p>With {@code -Dweir.publish=true} the lines are written anew; read the difference before it is
 * committed.
 */
public final class MalformedCorpus {
  private static final String EXPECTED = "expected.txt";

  private MalformedCorpus() {}

  /** The documents of a folder, named from the module's own folder. */
  public static Stream<Case> in(String folder) {
    Path home = Path.of(folder);
    Map<String, List<String>> expected = expected(home);
    try (Stream<Path> files = Files.list(home)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.equals(EXPECTED))
          .forEach(name -> expected.computeIfAbsent(name, n -> new ArrayList<>()));
    } catch (IOException unreadable) {
      throw new IllegalStateException("no corpus in " + home.toAbsolutePath(), unreadable);
    }
    return expected.entrySet().stream()
        .map(entry -> new Case(home.resolve(entry.getKey()), entry.getValue()));
  }

  private static Map<String, List<String>> expected(Path home) {
    var lines = new TreeMap<String, List<String>>();
    try {
      for (String line : Files.readAllLines(home.resolve(EXPECTED))) {
        String name = line.substring(0, line.indexOf(':'));
        lines.computeIfAbsent(name, n -> new ArrayList<>()).add(line);
      }
    } catch (IOException unreadable) {
      throw new IllegalStateException(
          "no " + EXPECTED + " in " + home.toAbsolutePath(), unreadable);
    }
    return lines;
  }

  /**
   * One malformed document.
   *
   * @param expected what a person is shown
   */
  public record Case(Path file, List<String> expected) {

    /** Reads the document and compares what is refused. */
    public void assertRefused(Consumer<Path> read) {
      Throwable thrown = catchThrowable(() -> read.accept(file));
      assertThat(thrown).as("%s is refused", file).isInstanceOf(InvalidInput.class);
      String folder = file.getParent() + "/";
      List<String> shown =
          thrown.getMessage().lines().map(line -> line.replace(folder, "")).toList();
      if (Boolean.getBoolean("weir.publish")) {
        publish(shown);
      }
      assertThat(shown).as("what is said about %s", file).isEqualTo(expected).isNotEmpty();
    }

    private void publish(List<String> shown) {
      Path list = file.resolveSibling(EXPECTED);
      synchronized (MalformedCorpus.class) {
        Map<String, List<String>> all = MalformedCorpus.expected(file.getParent());
        all.put(file.getFileName().toString(), shown);
        List<String> lines = all.values().stream().flatMap(List::stream).toList();
        try {
          Files.write(list, lines, StandardCharsets.UTF_8);
        } catch (IOException failed) {
          throw new IllegalStateException("cannot write " + list, failed);
        }
      }
    }

    @Override
    public String toString() {
      return file.getFileName().toString();
    }
  }
}
