package dev.weir.checkpoint.look;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderTest {
  @TempDir Path temporary;
  private Path root;
  private Folder folder;

  @BeforeEach
  void someFiles() throws IOException {
    root = Files.createDirectory(temporary.resolve("root"));
    Files.createDirectory(root.resolve("a"));
    Files.writeString(root.resolve("a/file"), "inside");
    Files.writeString(temporary.resolve("secret"), "outside");
    folder = Folder.of(root);
  }

  private String read(String name) throws IOException {
    try (var channel = folder.open(name)) {
      return new String(Channels.newInputStream(channel).readAllBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/etc/passwd",
        "..",
        "../secret",
        "a/../../secret",
        "a//file",
        "./a/file",
        "a/"
      })
  void aNameThatClimbsIsRefused(String name) {
    assertThatThrownBy(() -> folder.open(name)).isInstanceOf(RefusedName.class);
  }

  @Test
  void aZeroByteIsRefused() {
    assertThatThrownBy(() -> folder.open("a\0b")).isInstanceOf(RefusedName.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"../secret", "../../root/../secret", "a/../../secret", "/etc/passwd"})
  void aLinkThatLeavesIsRefused(String target) throws IOException {
    Files.createSymbolicLink(root.resolve("link"), Path.of(target));
    assertThatThrownBy(() -> folder.open("link")).isInstanceOf(RefusedName.class);
  }

  @Test
  void aFolderLinkThatLeavesIsRefused() throws IOException {
    Files.createSymbolicLink(root.resolve("up"), temporary);
    assertThatThrownBy(() -> folder.open("up/secret")).isInstanceOf(RefusedName.class);
    assertThat(Look.of(folder, Instant.EPOCH).entries().keySet()).doesNotContain("up/secret");
  }

  @Test
  void linksThatGoRoundAreRefused() throws IOException {
    Files.createSymbolicLink(root.resolve("one"), Path.of("two"));
    Files.createSymbolicLink(root.resolve("two"), Path.of("one"));
    assertThatThrownBy(() -> folder.open("one")).isInstanceOf(RefusedName.class);
  }

  @Test
  void aLinkInsideIsFollowed() throws IOException {
    Files.createSymbolicLink(root.resolve("near"), Path.of("a/file"));
    Files.createSymbolicLink(root.resolve("a/back"), Path.of("../near"));
    Files.createSymbolicLink(root.resolve("far"), root.toRealPath().resolve("a/file"));
    assertThat(read("near")).isEqualTo("inside");
    assertThat(read("a/back")).isEqualTo("inside");
    assertThat(read("far")).isEqualTo("inside");
    assertThat(folder.follow("a/back")).isEqualTo("a/file");
  }

  @Test
  void aFolderIsNoFile() {
    assertThatThrownBy(() -> folder.open("a")).isInstanceOf(RefusedName.class);
  }

  @Test
  void aPipeIsNotWaitedFor() throws Exception {
    Path pipe = root.resolve("pipe");
    assumeThat(Files.isExecutable(Path.of("/usr/bin/mkfifo"))).as("mkfifo is there").isTrue();
    assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> folder.open("pipe")).isInstanceOf(RefusedName.class);
  }

  @Test
  void whatIsNotThereIsSaidToBeSo() {
    assertThatThrownBy(() -> folder.open("a/none")).isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void belowAFolderIsNotBesideIt() throws IOException {
    Files.createDirectory(root.resolve("a-b"));
    Files.writeString(root.resolve("a-b/file"), "beside");
    assertThat(Look.of(folder, Instant.EPOCH).filesBelow("a")).containsExactly("a/file");
  }
}
