package dev.weir.cli.malformed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A malformed file of a corpus: a folder with {@code expected.txt}, or a text of blocks.
 *
 * @param kind the kind of input, such as job
 * @param file the file; its folder is not part of what is expected
 * @param options of {@code weir check}, beside the file
 * @param expected the lines that a person is shown
 */
record Malformed(String kind, Path file, List<String> options, List<String> expected) {
  /** Tests run in the folder of their module. */
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private static final String EXPECTED = "expected.txt";

  /** The files of a folder. */
  static Stream<Malformed> in(String kind, Path folder, String... options) {
    Map<String, List<String>> lines = new TreeMap<>();
    for (String line : lines(folder.resolve(EXPECTED))) {
      String name = line.substring(0, line.indexOf(':'));
      lines.computeIfAbsent(name, n -> new ArrayList<>()).add(line);
    }
    return list(folder).stream()
        .filter(name -> !name.equals(EXPECTED))
        .map(
            name ->
                new Malformed(
                    kind,
                    folder.resolve(name),
                    List.of(options),
                    lines.getOrDefault(name, List.of())));
  }

  /**
   * The blocks of a text, each written to a file of its own: {@code === title}, a document, {@code
   * >>> what is told} with the name {@code s.yaml}.
   */
  static Stream<Malformed> blocks(String kind, Path text, Path folder) {
    String[] blocks = read(text).split("(?m)^=== ", -1);
    List<Malformed> all = new ArrayList<>();
    for (int i = 1; i < blocks.length; i++) {
      int title = blocks[i].indexOf('\n');
      int answer = blocks[i].indexOf("\n>>> ");
      Path file = folder.resolve(kind + "-" + i + ".yaml");
      String told =
          blocks[i]
              .substring(answer + 5)
              .strip()
              .replaceAll("(?m)^s\\.yaml", file.getFileName().toString());
      write(file, blocks[i].substring(title + 1, answer + 1));
      all.add(new Malformed(kind, file, List.of(), told.lines().toList()));
    }
    return all.stream();
  }

  /** Kind and name. */
  String title() {
    return kind + "/" + file.getFileName();
  }

  @Override
  public String toString() {
    return title();
  }

  static List<String> lines(Path file) {
    return read(file).lines().toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static List<String> list(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
