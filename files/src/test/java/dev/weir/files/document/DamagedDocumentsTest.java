package dev.weir.files.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.DocumentReader;
import dev.weir.model.problem.Problem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * However a document is damaged, it is read or refused with a place inside it; nothing else
 * escapes.
 */
class DamagedDocumentsTest {
  private static final String[] SCRAPS = {
    ":",
    " ",
    "\n",
    "- ",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "'",
    "#",
    "&a ",
    "*a",
    "!",
    "|",
    ">",
    "%",
    "@",
    "\t",
    "null",
    "~",
    "-1",
    "1e9",
    "99999999999999999999",
    ".nan",
    "<<",
    "? ",
    "---\n",
    ",",
    "\u00e9",
    "\ud83d\ude00",
  };

  @Test
  void damageIsReadOrRefused() throws Exception {
    List<String> originals = new ArrayList<>();
    for (String folder : new String[] {"job", "cluster"}) {
      try (Stream<Path> files = Files.list(Path.of("src/test/resources/malformed", folder))) {
        for (Path file : files.filter(f -> !f.endsWith("expected.txt")).sorted().toList()) {
          originals.add(new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
        }
      }
    }
    var jobs = DocumentReader.of(JobFile.class);
    var clusters = DocumentReader.of(ClusterFile.class);
    int refused = 0;
    for (int seed = 0; seed < 4000; seed++) {
      String text = damage(originals, new Random(seed));
      refused += refusals(seed % 2 == 0 ? jobs : clusters, seed, text);
    }
    assertThat(refused).isGreaterThan(2000);
  }

  private static int refusals(DocumentReader<?> reader, int seed, String text) {
    try {
      reader.read("damaged", text);
      return 0;
    } catch (InvalidDocument refused) {
      long lines = text.lines().count() + 1;
      assertThat(refused.problems())
          .as("seed %d", seed)
          .allSatisfy(problem -> assertThat(problem.line()).isBetween(0, (int) lines))
          .extracting(Problem::message)
          .doesNotContain("");
      return 1;
    } catch (RuntimeException | StackOverflowError escaped) {
      return fail("seed " + seed + ": " + text, escaped);
    }
  }

  private static String damage(List<String> originals, Random random) {
    var text = new StringBuilder(originals.get(random.nextInt(originals.size())));
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      int end = Math.min(text.length(), at + random.nextInt(6));
      switch (random.nextInt(3)) {
        case 0 -> text.delete(at, end);
        case 1 -> text.insert(at, SCRAPS[random.nextInt(SCRAPS.length)]);
        default -> text.replace(at, end, SCRAPS[random.nextInt(SCRAPS.length)]);
      }
    }
    return text.toString();
  }
}
