package dev.weir.driver.local.inventory;

import dev.weir.driver.local.inventory.discovery.Interpretation;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.vendor.NvidiaCsv;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Outputs of real tools: the fixtures beside the tests, and a larger collection, part of which may
 * be used for tests only and therefore is not here. It is looked for in the system property {@code
 * weir.inputs}, then beside the checkout.
 */
final class Corpus {
  private static final List<String> FOLDERS = List.of("amd", "npu", "nvidia", "topology");

  /** Rows without a header line, with the fields that were asked for. */
  private static final Map<String, List<String>> ASKED =
      Map.of(
          "nvidia/query-csv/h100-noheader.csv",
          List.of(
              "index",
              "name",
              "uuid",
              "pci.bus_id",
              "driver_version",
              "memory.total",
              "memory.used",
              "utilization.gpu",
              "utilization.memory",
              "temperature.gpu",
              "power.draw",
              "power.limit"),
          "nvidia/query-csv/cases-name-mem-driver-cc-power-limit-temp.csv",
          List.of(
              "name",
              "memory.total",
              "driver_version",
              "compute_cap",
              "power.draw",
              "power.limit",
              "temperature.gpu"),
          "nvidia/query-csv/bad-rows.csv",
          List.of(
              "name",
              "memory.total",
              "driver_version",
              "compute_cap",
              "power.draw",
              "power.limit",
              "temperature.gpu"),
          "nvidia/mig/mig-mode-query-noheader.csv",
          List.of("name", "pci.bus_id", "mig.mode.current", "mig.mode.pending"));

  private Corpus() {}

  /** One output: a file, or a line of a file that collects outputs. */
  record Sample(String name, String text) {
    Output output() {
      return new Output(name.substring(name.lastIndexOf('/') + 1), text);
    }

    Interpretation interpretation() {
      return Optional.ofNullable(ASKED.get(name))
          .map(asked -> Interpretation.of(output(), new NvidiaCsv(asked)))
          .orElseGet(() -> Interpretation.of(output()));
    }

    /** How the table of docs/inventory.md shows it. */
    String row() {
      return "| `%s` | %s |".formatted(name, result());
    }

    private String result() {
      return switch (interpretation()) {
        case Interpretation.Devices(String tool, Inventory found) ->
            "`%s` | %d devices, %d links | %d"
                .formatted(
                    tool.replace("|", "/"),
                    found.devices().size(),
                    found.links().size(),
                    found.warnings().size());
        case Interpretation.Network(String tool, var fabric) ->
            "`%s` | %d switches and hosts, %d links | %d"
                .formatted(
                    tool, fabric.nodes().size(), fabric.links().size(), fabric.warnings().size());
        case Interpretation.Refused(String reason) ->
            "refused | " + reason.replace("|", "\\|") + " | -";
      };
    }
  }

  /** Every output that is at hand, by name. */
  static List<Sample> samples() {
    Map<String, Path> files = new TreeMap<>();
    elsewhere().ifPresent(root -> collect(root, files));
    collect(fixtures(), files);
    return files.entrySet().stream()
        .flatMap(file -> samples(file.getKey(), text(file.getValue())))
        .toList();
  }

  /** The output of that name. */
  static Optional<Sample> sample(String name) {
    return samples().stream().filter(sample -> sample.name().equals(name)).findFirst();
  }

  private static Stream<Sample> samples(String name, String text) {
    if (!name.endsWith(".jsonl") && !name.endsWith("error-strings.txt")) {
      return Stream.of(new Sample(name, text));
    }
    List<String> lines = text.lines().toList();
    return java.util.stream.IntStream.range(0, lines.size())
        .mapToObj(i -> new Sample(name + ":" + (i + 1), lines.get(i)));
  }

  private static Path fixtures() {
    try {
      return Path.of(Corpus.class.getResource("fixtures").toURI());
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The larger collection, where there is one. */
  static Optional<Path> elsewhere() {
    String told = System.getProperty("weir.inputs", "");
    if (!told.isEmpty()) {
      return Optional.of(Path.of(told));
    }
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path beside = at.resolve("shared/inputs");
      if (Files.isDirectory(beside)) {
        return Optional.of(beside);
      }
    }
    return Optional.empty();
  }

  private static void collect(Path root, Map<String, Path> files) {
    for (String folder : FOLDERS) {
      Path start = root.resolve(folder);
      if (!Files.isDirectory(start)) {
        continue;
      }
      try (Stream<Path> found = Files.walk(start)) {
        found
            .filter(Files::isRegularFile)
            .forEach(file -> files.put(root.relativize(file).toString(), file));
      } catch (IOException broken) {
        throw new java.io.UncheckedIOException(broken);
      }
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException broken) {
      throw new java.io.UncheckedIOException("cannot read " + file, broken);
    }
  }

  /**
   * Prints the table of docs/inventory.md, and with the argument {@code warnings} every warning.
   */
  public static void main(String... arguments) {
    for (Sample sample : samples()) {
      System.out.println(sample.row());
      if (List.of(arguments).contains("warnings")) {
        switch (sample.interpretation()) {
          case Interpretation.Devices(String tool, Inventory found) -> {
            found.devices().forEach(device -> System.out.println("    " + device));
            found.warnings().forEach(warning -> System.out.println("    ! " + warning));
          }
          case Interpretation.Network(String tool, var fabric) ->
              fabric.warnings().forEach(warning -> System.out.println("    ! " + warning));
          case Interpretation.Refused refused -> {}
        }
      }
    }
  }
}
