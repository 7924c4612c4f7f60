package dev.weir.files.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.files.InvalidDocument;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

class ScalarEditsTest {
  /** Marks what stands in a field "dir", wherever it is. */
  private static final BiFunction<List<String>, String, Optional<String>> MARK =
      (path, text) -> path.getLast().equals("dir") ? Optional.of("/x/" + text) : Optional.empty();

  private static String edited(String text) {
    return ScalarEdits.replace(new SourceText("t", text), MARK).text();
  }

  @Test
  void leavesAllElseAsItIs() {
    assertThat(edited("# é 𝄞\nname: é𝄞 # here\ndir:   a/b   # there\nlast: 1"))
        .isEqualTo("# é 𝄞\nname: é𝄞 # here\ndir:   \"/x/a/b\"   # there\nlast: 1");
  }

  @Test
  void replacesQuotedValuesInListsAndInJson() {
    assertThat(edited("roles:\n- dir: 'a b'\n- {dir: \"c\\\"d\", other: [dir, e]}\n"))
        .isEqualTo("roles:\n- dir: \"/x/a b\"\n- {dir: \"/x/c\\\"d\", other: [dir, e]}\n");
    assertThat(edited("{\"dir\":\"a\",\"b\":\"dir\"}"))
        .isEqualTo("{\"dir\":\"/x/a\",\"b\":\"dir\"}");
  }

  @Test
  void tellsTheWayToEachValue() {
    List<String> seen = new java.util.ArrayList<>();
    ScalarEdits.replace(
        new SourceText("t", "a: {b: 1, c: [2, {d: 3}]}\n---\ne: 5\n"),
        (path, text) -> {
          seen.add(String.join("/", path) + "=" + text);
          return Optional.empty();
        });
    assertThat(seen).contains("a/b=1", "a/c=2", "a/c/d=3", "e=5");
  }

  @Test
  void keepsWhatAnAliasNeedsAndLeavesBlocksAlone() {
    assertThat(edited("dir: &here a\nother: *here\n"))
        .isEqualTo("dir: &here \"/x/a\"\nother: *here\n");
    assertThat(edited("dir: |\n  a\n")).isEqualTo("dir: |\n  a\n");
  }

  @Test
  void refusesWhatIsNoYaml() {
    assertThatThrownBy(() -> edited("dir: [a\n")).isInstanceOf(InvalidDocument.class);
  }
}
