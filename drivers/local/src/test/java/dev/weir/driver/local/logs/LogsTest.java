package dev.weir.driver.local.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.driver.local.launch.AllocationRecord;
import dev.weir.driver.local.launch.Places;
import dev.weir.model.id.AllocationId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogsTest {
  private static final AllocationId ID = new AllocationId(12);

  @TempDir Path local;
  private Path out;
  private Logs logs;

  @BeforeEach
  void write() throws IOException {
    Path folder = Files.createDirectories(new Places(local).allocation(ID, 3).resolve("a_b.0"));
    new AllocationRecord(
            1,
            5,
            "n",
            12,
            3,
            "t",
            "PERIODIC_ONLY",
            0,
            0,
            0,
            0,
            false,
            "/c",
            "auto",
            "boot",
            0,
            List.of(0),
            List.of(new AllocationRecord.Task("a_b.0", 0, 0, true, "")))
        .write(folder.getParent());
    out = folder.resolve("stdout.log");
    logs = new Logs(local);
  }

  private LogFile log() throws IOException {
    return logs.find(ID, 3, 0, 0, LogFile.Stream.STDOUT).orElseThrow();
  }

  @Test
  void partsFollowEachOtherAndNoCharacterIsCut() throws IOException {
    String text = "aé€😀\nlast ü";
    Files.writeString(out, text);
    StringBuilder read = new StringBuilder();
    for (long at = 0; at < log().size(); ) {
      LogPart part = logs.read(log(), at, 5);
      assertThat(part.next()).isGreaterThan(at);
      read.append(part.text());
      at = part.next();
    }
    assertThat(read).hasToString(text);
    assertThat(logs.read(log(), log().size(), 5).end()).isFalse();
    Files.writeString(out.resolveSibling("exit.json"), "{\"status\":0,\"atEpochMs\":1}");
    assertThat(logs.read(log(), log().size(), 5).end()).isTrue();
  }

  @Test
  void theTailIsTheLastLines() throws IOException {
    Files.writeString(out, "one\ntwo\n" + "x".repeat(20_000) + "\nfour\nfive\n");
    assertThat(from(logs.tail(log(), 1))).isEqualTo("five\n");
    assertThat(from(logs.tail(log(), 2))).isEqualTo("four\nfive\n");
    assertThat(from(logs.tail(log(), 4))).startsWith("two\n");
    assertThat(logs.tail(log(), 99)).isZero();
    assertThat(logs.tail(log(), 0)).isEqualTo(log().size());
    Files.writeString(out, "open end", StandardOpenOption.APPEND);
    assertThat(from(logs.tail(log(), 2))).isEqualTo("five\nopen end");
  }

  private String from(long offset) throws IOException {
    return logs.read(log(), offset, Logs.LARGEST_PART).text();
  }

  @Test
  void theOldestPartIsLetGoWhileOffsetsStay() throws IOException {
    byte[] text = "0123456789abcde\n".repeat(65_536).getBytes(StandardCharsets.US_ASCII);
    Files.write(out, text);
    assertThat(LogTrim.trim(out, 1 << 20)).isFalse();
    long before = (long) Files.getAttribute(out, "unix:ino");
    LogTrim.trim(out, 1 << 16);
    Files.writeString(out, "more\n", StandardOpenOption.APPEND);
    assertThat(log().first()).isEqualTo((1 << 20) - (1 << 16));
    assertThat(log().size()).isEqualTo((1 << 20) + 5);
    LogPart part = logs.read(log(), 0, 16);
    assertThat(part.offset()).isEqualTo(log().first());
    assertThat(part.text()).isEqualTo("0123456789abcde\n");
    assertThat(from(log().size() - 5)).isEqualTo("more\n");
    assertThat(Files.getAttribute(out, "unix:ino")).isEqualTo(before);
  }

  @Test
  void aLinkIsNoLog() throws IOException {
    Path secret = Files.writeString(local.resolve("secret"), "secret");
    Files.createSymbolicLink(out, secret);
    assertThat(logs.of(ID, 3)).isEmpty();
    assertThat(logs.of(new AllocationId(13), 3)).isEmpty();
  }
}
