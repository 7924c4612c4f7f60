package dev.weir.cli.client;

import dev.weir.files.yaml.ScalarEdits;
import dev.weir.files.yaml.SourceText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Paths in a job file are meant as the file's folder sees them; a server does not know that folder,
 * so it is sent absolute ones.
 */
final class LocalPaths {
  private static final Set<String> TASKS = Set.of("roles", "variants");

  private LocalPaths() {}

  /**
   * The same text with absolute paths of working directories and of the files of secrets.
   *
   * @param folder that they are relative to
   * @throws dev.weir.files.InvalidDocument the text is not well-formed
   */
  static SourceText absolute(SourceText source, Path folder) {
    return ScalarEdits.replace(
        source, (path, text) -> isPath(path) ? absolute(text, folder) : Optional.empty());
  }

  private static boolean isPath(List<String> path) {
    List<String> field = path.stream().dropWhile(TASKS::contains).toList();
    return field.equals(List.of("workingDirectory"))
        || field.size() == 2 && field.getFirst().equals("secrets");
  }

  private static Optional<String> absolute(String text, Path folder) {
    if (text.isEmpty() || text.equals("~") || text.equals("null")) {
      return Optional.empty(); // no value; the server says what it thinks of that
    }
    try {
      return Path.of(text).isAbsolute()
          ? Optional.empty()
          : Optional.of(folder.toAbsolutePath().resolve(text).normalize().toString());
    } catch (InvalidPathException noPath) {
      return Optional.empty(); // as above
    }
  }
}
