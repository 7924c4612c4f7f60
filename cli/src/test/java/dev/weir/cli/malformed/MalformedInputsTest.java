package dev.weir.cli.malformed;

import static dev.weir.cli.CommandLineRun.weir;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every malformed file of every corpus goes through the command line: exit code 2, the file, the
 * line, the field and the nearest valid name are told, and nothing is written.
 */
class MalformedInputsTest {
  private static final Path FILES = Malformed.ROOT.resolve("files/src/test/resources/malformed");
  private static final Path OWN = Malformed.ROOT.resolve("cli/src/test/resources/malformed");
  private static final Path SCENARIOS =
      Malformed.ROOT.resolve(
          "simulator/src/test/resources/dev/weir/simulator/scenario/mistakes.txt");

  /** Several jobs in one file are no mistake for a command that reads any number of them. */
  private static final Set<String> ALLOWED_HERE = Set.of("job/two-documents.yaml");

  @TempDir private static Path blocks;

  private static Map<Path, String> before = Map.of();

  @BeforeAll
  static void remember() throws IOException {
    before = tree();
  }

  @AfterAll
  static void nothingIsWritten() throws IOException {
    assertThat(tree()).as("the working directory").isEqualTo(before);
  }

  static Stream<Malformed> inputs() {
    return Stream.of(
            Malformed.in("job", FILES.resolve("job")),
            Malformed.in(
                "job",
                FILES.resolve("submission"),
                "--cluster",
                FILES.resolve("lab.yaml").toString()),
            Malformed.in("cluster", FILES.resolve("cluster")),
            Malformed.in("queues", FILES.resolve("queues")),
            Malformed.in("policy", FILES.resolve("policy")),
            Malformed.in("experiment", OWN.resolve("experiment")),
            Malformed.blocks("scenario", SCENARIOS, blocks),
            Malformed.in(
                "trace",
                OWN.resolve("openb"),
                "--trace-format=openb",
                "--nodes=" + OWN.resolve("nodes.csv")),
            Malformed.in("trace", OWN.resolve("canonical"), "--trace-format=canonical"),
            nodeLists())
        .flatMap(corpus -> corpus)
        .filter(input -> !ALLOWED_HERE.contains(input.title()));
  }

  /** A node list that is wrong is refused beside a job list that is right. */
  private static Stream<Malformed> nodeLists() {
    return Malformed.in("nodes", OWN.resolve("openb-nodes"))
        .map(
            list ->
                new Malformed(
                    "trace",
                    list.file(),
                    List.of("--trace-format=openb", OWN.resolve("pods.csv").toString(), "--nodes"),
                    list.expected()));
  }

  /**
   * What {@code weir check} says otherwise than a reader that knows what it reads: it cannot see
   * what an empty file should have been. Three dots stand for names that grow with the engine.
   */
  private static List<String> expected(Malformed input) {
    String title = input.title() + ":";
    List<String> otherwise =
        Malformed.lines(OWN.resolve("unseen.txt")).stream()
            .filter(line -> line.startsWith(title))
            .map(line -> line.substring(line.indexOf('/') + 1))
            .toList();
    return otherwise.isEmpty() ? input.expected() : otherwise;
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void isRefused(Malformed input) {
    List<String> args = new ArrayList<>(List.of("check"));
    args.addAll(input.options());
    args.add(input.file().toString());

    CommandLineRun run = weir(args.toArray(String[]::new));

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    List<String> expected = expected(input);
    assertThat(told(run, input))
        .isNotEmpty()
        .usingElementComparator(MalformedInputsTest::compare)
        .containsExactlyElementsOf(expected);
    expected.forEach(line -> Told.requireComplete(input, line));
  }

  private static int compare(String told, String expected) {
    return expected.endsWith("...") && told.startsWith(expected.substring(0, expected.length() - 3))
        ? 0
        : told.compareTo(expected);
  }

  /** Without the folder, which people give and which is therefore told. */
  private static List<String> told(CommandLineRun run, Malformed input) {
    String given = input.file().getParent() + "/";
    assertThat(run.err()).as("names the file as it was given").startsWith(given);
    return run.err().replace(given, "").lines().toList();
  }

  static Stream<Malformed> scenarios() {
    return Malformed.blocks("scenario", SCENARIOS, blocks);
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void scenarioIsRefusedWhereItIsRun(Malformed scenario, @TempDir Path folder) {
    Path json = folder.resolve("results.json");

    CommandLineRun run =
        weir("scenario", "run", scenario.file().toString(), "--json", json.toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(told(run, scenario)).isEqualTo(scenario.expected());
    assertThat(json).doesNotExist();
  }

  static Stream<Malformed> experiments() {
    return Malformed.in("experiment", OWN.resolve("experiment"));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void experimentIsRefusedWhereItIsRun(Malformed experiment, @TempDir Path folder) {
    CommandLineRun run =
        weir(
            "simulate",
            experiment.file().toString(),
            "--json=" + folder.resolve("figures.json"),
            "--report=" + folder.resolve("report.html"));

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(told(run, experiment)).isEqualTo(experiment.expected());
    assertThat(folder).isEmptyDirectory();
  }

  /** What an experiment names is told by its own name. */
  @ParameterizedTest
  @CsvSource({
    "policy-file-wrong.yaml, policy-with-a-slip.yaml:4:8: order:",
    "trace-files-swapped.yaml, pods.csv:1: is the header of jobs",
    "trace-wrong.yaml, several.csv:2: column cpu_milli:",
  })
  void whatAnExperimentNamesIsRefused(String experiment, String told) {
    CommandLineRun run = weir("check", OWN.resolve("experiment-files/" + experiment).toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("/" + told);
  }

  @Test
  void everyKindOfInputIsCovered() {
    Map<String, List<Malformed>> kinds = new TreeMap<>();
    inputs()
        .forEach(input -> kinds.computeIfAbsent(input.kind(), k -> new ArrayList<>()).add(input));

    long all = 0;
    for (var kind : kinds.entrySet()) {
      List<String> lines = kind.getValue().stream().flatMap(i -> expected(i).stream()).toList();
      System.out.printf(
          "%-10s %3d malformed files, %3d problems: %3d with line, %3d with field, %3d with the nearest name%n",
          kind.getKey(),
          kind.getValue().size(),
          lines.size(),
          lines.stream().filter(Told::hasLine).count(),
          lines.stream().filter(Told::hasField).count(),
          lines.stream().filter(Told::hasNearest).count());
      all += kind.getValue().size();
    }
    System.out.printf("%-10s %3d malformed files%n", "all", all);

    assertThat(kinds.keySet())
        .containsExactly("cluster", "experiment", "job", "policy", "queues", "scenario", "trace");
    assertThat(all).isGreaterThanOrEqualTo(60);
  }

  @Test
  void theProcessEndsWithTwoAndWritesNothing(@TempDir Path empty) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.weir.cli.Main",
                "check"));
    List<Malformed> jobs = Malformed.in("job", FILES.resolve("job")).toList();
    jobs.forEach(job -> command.add(job.file().toString()));
    Path err = Files.createTempFile("weir", ".err");

    int code =
        new ProcessBuilder(command)
            .directory(empty.toFile())
            .redirectError(err.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();

    List<String> told = Files.readAllLines(err);
    Files.delete(err);
    assertThat(code).isEqualTo(2);
    for (Malformed job : jobs) {
      if (!ALLOWED_HERE.contains(job.title())) {
        assertThat(told).as("told of %s", job).anyMatch(line -> line.startsWith(job.file() + ":"));
      }
    }
    assertThat(empty).isEmptyDirectory();
  }

  /** Files of the module that tests run in, and of the corpora, with what shows a change. */
  private static Map<Path, String> tree() throws IOException {
    Map<Path, String> tree = new TreeMap<>();
    for (Path top : List.of(Path.of(""), FILES, SCENARIOS.getParent())) {
      try (Stream<Path> below = Files.walk(top)) {
        for (Path path : below.filter(p -> !p.startsWith("target")).toList()) {
          tree.put(path, state(path).orElse("gone"));
        }
      }
    }
    return tree;
  }

  private static Optional<String> state(Path path) throws IOException {
    return Files.exists(path)
        ? Optional.of(
            Files.isDirectory(path)
                ? "folder"
                : Files.size(path) + " bytes of " + Files.getLastModifiedTime(path))
        : Optional.empty();
  }
}
