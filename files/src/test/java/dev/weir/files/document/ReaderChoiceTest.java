package dev.weir.files.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.ReaderChoice;
import dev.weir.files.yaml.SourceText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderChoiceTest {
  private final ReaderChoice choice =
      new ReaderChoice(
          List.of(
              DocumentReader.of(JobFile.class),
              DocumentReader.of(ClusterFile.class),
              DocumentReader.of(PolicyFile.class)));

  @Test
  void kindTellsTheReader() {
    assertThat(choice.reader(text("kind: Policy\nname: a")).type()).isEqualTo(PolicyFile.class);
    assertThat(choice.reader(text("kind: Job\nname: a")).type()).isEqualTo(JobFile.class);
    assertThat(choice.reader(text("kind: training\nname: a")).type()).isEqualTo(JobFile.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'kind: Clutser' | f:1:7: kind: unknown kind of document: \"Clutser\" (expected kind: one of Job, Cluster, Policy; did you mean \"Cluster\"?)",
        "'name: a' | f:1:1: kind: is missing (expected kind: one of Job, Cluster, Policy)",
        "'- a' | f:1:1: kind: is missing (expected kind: one of Job, Cluster, Policy)",
        "'' | f: is empty (expected kind: one of Job, Cluster, Policy)",
      })
  void otherKindsAreRefused(String text, String expected) {
    var refused = catchThrowableOfType(InvalidDocument.class, () -> choice.reader(text(text)));
    assertThat(refused.getMessage()).isEqualTo(expected);
  }

  private static SourceText text(String text) {
    return new SourceText("f", text);
  }
}
