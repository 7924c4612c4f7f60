package dev.weir.driver.local.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.driver.local.isolation.Identity;
import dev.weir.driver.local.isolation.Refused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTest {
  @TempDir Path folder;
  private Path own;
  private Path hers;

  @BeforeEach
  void secrets() throws Exception {
    own = Files.createDirectories(folder.resolve("secrets/t-blue"));
    Files.writeString(own.resolve("key"), "his");
    hers = Files.createDirectories(folder.resolve("secrets/t-red")).resolve("key");
    Files.writeString(hers, "hers");
  }

  private Map<String, String> place(String named, OptionalInt uid) throws Exception {
    return Secrets.place(
        Map.of("KEY", named), own, folder.resolve("task"), new Identity("blue", uid, folder));
  }

  @Test
  void whatIsTheTenantsOwnIsCopiedForItAlone() throws Exception {
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "outside");
    for (String named : List.of("key", own.resolve("key").toString(), elsewhere.toString())) {
      Path copy = Path.of(place(named, OptionalInt.empty()).get("KEY_FILE"));
      assertThat(copy).hasContent(Files.readString(own.resolve(named)));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)))
          .isEqualTo("r--------");
    }
  }

  @Test
  void whatIsAnothersIsRefused() throws Exception {
    Files.createSymbolicLink(own.resolve("link"), hers);
    for (String named : List.of("../t-red/key", hers.toString(), "link")) {
      assertThatThrownBy(() -> place(named, OptionalInt.empty()))
          .as(named)
          .isInstanceOf(Refused.class)
          .hasMessageContaining("leads out of the tenant's secrets");
    }
    assertThat(folder.resolve("task/KEY")).doesNotExist();
  }

  @Test
  @Tag("root")
  void whatAnotherUserOwnsIsRefused() throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs to run as root");
    Path mine = Files.writeString(folder.resolve("mine"), "mine");
    Files.setAttribute(mine, "unix:uid", 61_001);
    assertThat(place(mine.toString(), OptionalInt.of(61_001))).containsKey("KEY_FILE");
    assertThatThrownBy(() -> place(mine.toString(), OptionalInt.of(61_002)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("does not belong to user 61002");
    assertThatThrownBy(() -> place("/etc/shadow", OptionalInt.of(61_002)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("does not belong");
  }
}
