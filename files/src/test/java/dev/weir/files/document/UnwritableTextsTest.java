package dev.weir.files.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.DocumentReader;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that no process, file name or container runtime would take as they stand. */
class UnwritableTextsTest {
  private static final DocumentReader<JobFile> READER = DocumentReader.of(JobFile.class);

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of("command: [\"echo\", \"a\\0b\"]", "NUL"),
        Arguments.of("command: x\nworkingDirectory: \"/srv/\\0\"", "NUL"),
        Arguments.of("command: x\nenvironment: {\"A\\0\": b}", "NUL"),
        Arguments.of("command: \"echo \\ud800\"", "surrogate"),
        Arguments.of("command: \"echo \\udc00\\ud800\"", "surrogate"),
        Arguments.of("command: x\nenvironment: {\"A=B\": c}", "name of a variable"),
        Arguments.of("command: x\nenvironment: {\"\": c}", "name of a variable"),
        Arguments.of("command: x\nsecrets: {../../X: /srv/x}", "name of a variable"),
        Arguments.of("command: x\nimage: --privileged", "image"),
        Arguments.of("command: x\nimage: --volume=/:/host", "image"),
        Arguments.of("command: x\nuser: \"a\\nb\"", "user"),
        Arguments.of("command: x\nuser: " + "u".repeat(200), "too long"),
        Arguments.of("roles: [{name: " + "r".repeat(200) + ", command: x}]", "too long"));
  }

  @ParameterizedTest
  @MethodSource
  void refused(String text, String why) {
    assertThatThrownBy(() -> READER.read("job.yaml", "name: a\n" + text))
        .isInstanceOf(InvalidDocument.class)
        .hasMessageContaining(why);
  }

  @Test
  void aWholePairIsAText() {
    JobFile job = READER.read("job.yaml", "name: a\ncommand: [echo, \"\\ud83d\\ude80\"]");
    assertThat(job.single().orElseThrow().task().command().orElseThrow().words())
        .isEqualTo(List.of("echo", "\ud83d\ude80"));
  }

  /** The parser moved the whole of a long value for each kilobyte of it: minutes for this one. */
  @Test
  void aLongValueIsReadInOneGo() {
    String text = "name: a\ncommand: x\nenvironment: {A: \"" + "x".repeat(8_000_000) + "\"}";
    JobFile job =
        Assertions.assertTimeoutPreemptively(
            Duration.ofSeconds(60), () -> READER.read("job.yaml", text));
    assertThat(job.single().orElseThrow().task().environment().get("A")).hasSize(8_000_000);
  }
}
