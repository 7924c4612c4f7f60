package dev.weir.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.policy.Policies;
import dev.weir.model.policy.PolicySpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The table of docs/policies.md says what the policies are. */
class PolicyTableTest {
  private static final Path PAGE =
      Path.of("").toAbsolutePath().getParent().resolve("docs/policies.md");
  private static final Pattern CODE = Pattern.compile("`([a-z-]+)`");

  /** Cells of a row whose first cell names policies. */
  private record Row(List<String> policies, String order, String fairness, String score) {}

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("| `")) {
        List<String> cells = Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
        rows.add(new Row(codes(cells.get(1)), cells.get(2), cells.get(3), cells.get(4)));
      }
    }
    return rows;
  }

  private static List<String> codes(String cell) {
    return CODE.matcher(cell)
        .results()
        .map(MatchResult::group)
        .map(c -> c.replace("`", ""))
        .toList();
  }

  @Test
  void eachPolicyHasItsRow() throws IOException {
    List<String> documented = rows().stream().flatMap(row -> row.policies().stream()).toList();
    assertThat(documented).containsExactlyElementsOf(Policies.names());
  }

  @Test
  void fairnessAndScoreAreThoseOfTheCode() throws IOException {
    for (Row row : rows()) {
      for (String name : row.policies()) {
        PolicySpec policy = Policies.find(name).orElseThrow();
        assertThat(row.fairness()).as(name).isEqualTo(policy.fairness() ? "yes" : "no");
        List<String> scores =
            row.score().equals("of the same name") ? List.of(name) : codes(row.score());
        assertThat(scores).as(name).containsExactlyElementsOf(policy.scores().keySet());
      }
    }
  }
}
