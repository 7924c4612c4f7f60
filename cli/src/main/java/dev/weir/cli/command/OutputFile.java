package dev.weir.cli.command;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * A file that a command writes when its work is done. Whether that can succeed is asked before the
 * work, and what is there is replaced in one step or not at all.
 */
final class OutputFile {
  private final CommandSpec command;
  private final String option;
  private final Path path;

  OutputFile(CommandSpec command, String option, Path path) {
    this.command = command;
    this.option = option;
    this.path = path;
  }

  /** Writes the content. */
  @FunctionalInterface
  interface Content {
    void to(OutputStream out) throws IOException;
  }

  /**
   * Refuses a path that cannot be written.
   *
   * @throws ParameterException names the option and the path
   */
  void require() {
    Path folder = folder();
    if (!Files.isDirectory(folder)) {
      throw refusal("there is no folder " + folder);
    }
    if (Files.isDirectory(path)) {
      throw refusal(path + " is a folder (expected a file)");
    }
    boolean writable =
        Files.exists(path) && !Files.isRegularFile(path)
            ? Files.isWritable(path)
            : Files.isWritable(folder) && (!Files.exists(path) || Files.isWritable(path));
    if (!writable) {
      throw refusal("no permission to write " + path);
    }
  }

  private ParameterException refusal(String message) {
    return new ParameterException(command.commandLine(), option + ": " + message);
  }

  private Path folder() {
    return Optional.ofNullable(path.toAbsolutePath().getParent()).orElse(path.toAbsolutePath());
  }

  /** Writes the content; a file that was there is replaced only when all of it is written. */
  void write(Content content) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      try (OutputStream out = Files.newOutputStream(path)) { // a pipe or a device
        content.to(out);
      }
      return;
    }
    Path draft = path.resolveSibling("." + path.getFileName() + ".part");
    try {
      try (OutputStream out = Files.newOutputStream(draft)) {
        content.to(out);
      }
      Files.move(draft, path, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
