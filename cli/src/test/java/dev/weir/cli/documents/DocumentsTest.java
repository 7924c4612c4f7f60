package dev.weir.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents show only commands and options that exist. */
class DocumentsTest {
  /** Tests run in the folder of their module. */
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @Test
  void documentsShowOnlyWhatExists() throws IOException {
    List<String> wrong = new ArrayList<>();
    int calls = 0;
    for (Path document : documents()) {
      for (String call : Mentions.calls(Files.readString(document))) {
        calls++;
        Mentions.unknown(call)
            .ifPresent(
                word ->
                    wrong.add(
                        "%s: weir %s: unknown: %s"
                            .formatted(ROOT.relativize(document), call, word)));
      }
    }

    assertThat(calls).as("calls of weir in the documents").isPositive();
    assertThat(wrong).isEmpty();
  }

  @Test
  void whatDoesNotExistIsFound() {
    assertThat(Mentions.unknown("no-such-command")).contains("no-such-command");
    assertThat(Mentions.unknown("help --no-such-option=3")).contains("--no-such-option=3");
    assertThat(Mentions.unknown("--version")).isEqualTo(Optional.empty());
    assertThat(Mentions.unknown("help help")).isEqualTo(Optional.empty());
    assertThat(Mentions.unknown("COMMAND --help")).isEqualTo(Optional.empty());
    assertThat(Mentions.unknown("test -pl engine")).isEqualTo(Optional.empty());
  }

  @Test
  void callsAreFoundInBlocksAndSpans() {
    String text =
        """
        Run `./weir a b` or `weir --c`, not weir d.

        ```sh
        $ weir e \\
            --f | less
        ls; ./weir g > out.txt   # weir h
        ```
        """;

    assertThat(Mentions.calls(text)).containsExactlyInAnyOrder("a b", "--c", "e --f", "g", "h");
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> top = Files.list(ROOT)) {
      top.filter(DocumentsTest::isMarkdown).forEach(documents::add);
    }
    Path docs = ROOT.resolve("docs");
    if (Files.isDirectory(docs)) {
      try (Stream<Path> below = Files.walk(docs)) {
        below.filter(DocumentsTest::isMarkdown).forEach(documents::add);
      }
    }
    return documents.stream().sorted().toList();
  }

  private static boolean isMarkdown(Path path) {
    return path.toString().endsWith(".md");
  }
}
