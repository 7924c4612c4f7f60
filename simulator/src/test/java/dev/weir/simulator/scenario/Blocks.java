package dev.weir.simulator.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.Arguments;

/** Table tests in a text file: {@code === title}, a document, {@code >>> what is told}. */
public final class Blocks {
  private Blocks() {}

  /** Title, document and what is told of each block of the resource. */
  public static List<Arguments> of(String resource) {
    var cases = new ArrayList<Arguments>();
    for (String block : text(resource).split("(?m)^=== ")) {
      if (!block.isBlank()) {
        int title = block.indexOf('\n');
        int answer = block.indexOf("\n>>> ");
        String document = block.substring(title + 1, answer + 1);
        String told = block.substring(answer + 1).replace(">>> ", "").strip();
        cases.add(Arguments.of(block.substring(0, title), document, told));
      }
    }
    return cases;
  }

  private static String text(String resource) {
    try (var in = Blocks.class.getResourceAsStream(resource)) {
      return new String(
          java.util.Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
