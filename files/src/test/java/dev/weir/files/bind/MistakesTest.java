package dev.weir.files.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.files.InvalidDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One malformed text for each kind of mistake, and what the person is told: the cases stand in
 * {@code mistakes.txt}.
 */
class MistakesTest {
  private static final DocumentReader<Sample> READER = DocumentReader.of(Sample.class);

  static List<Arguments> mistakes() {
    var cases = new ArrayList<Arguments>();
    for (String block : table().split("(?m)^=== ")) {
      if (!block.isBlank()) {
        int title = block.indexOf('\n');
        int answer = block.indexOf("\n>>> ");
        String text = block.substring(title + 1, answer + 1).replace("<tab>", "\t");
        String expected = block.substring(answer + 1).replace(">>> ", "").strip();
        cases.add(Arguments.of(block.substring(0, title), text, expected));
      }
    }
    return cases;
  }

  private static String table() {
    try (var in = MistakesTest.class.getResourceAsStream("mistakes.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("mistakes")
  void mistakesAreExplained(String kind, String text, String expected) {
    InvalidDocument refused =
        catchThrowableOfType(InvalidDocument.class, () -> READER.read("s", text));
    assertThat(refused).as("refused").isNotNull();
    assertThat(refused.getMessage()).isEqualTo(expected);
  }
}
