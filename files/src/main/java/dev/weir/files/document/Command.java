package dev.weir.files.document;

import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.Shorthand;
import dev.weir.model.doc.Doc;
import java.util.List;

/** What a task runs. */
@Doc("A line for the shell, or a list of words that are run without one.")
public record Command(@Doc("The program and its arguments.") @NotEmpty List<String> words) {

  /** A line for the shell. */
  @Shorthand
  static Command line(String line) {
    if (line.isBlank()) {
      throw new IllegalArgumentException("an empty command");
    }
    return new Command(List.of("/bin/sh", "-c", line));
  }

  /** A program and its arguments. */
  @Shorthand
  static Command words(@NotEmpty List<String> words) {
    return new Command(words);
  }
}
