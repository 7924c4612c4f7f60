package dev.weir.driver.local.isolation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.weir.driver.local.isolation.IsolationReport.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TenantsTest {
  @TempDir Path folder;

  @Test
  void whereTenantsCannotBeKeptApartASecondOneIsRefusedForGood() throws Exception {
    // Other users cannot pass through a temporary folder of JUnit, nor can they without root.
    Path inside = Files.createDirectory(folder.resolve("local"));
    Tenants tenants = Tenants.open(inside, IsolationWish.AUTO);
    assertThat(tenants.mode()).isEqualTo(Mode.SINGLE_TENANT);
    assertThat(tenants.identity("ada").uid()).isEmpty();
    assertThatThrownBy(() -> tenants.identity("bob"))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("ada")
        .hasMessageContaining("bob");
    Tenants again = Tenants.open(inside, IsolationWish.AUTO);
    assertThatThrownBy(() -> again.identity("bob")).isInstanceOf(Refused.class);
    assertThat(again.identity("ada").tenant()).isEqualTo("ada");
    assertThat(Tenants.open(inside, IsolationWish.NONE).identity("bob").uid()).isEmpty();
  }

  @Test
  @Tag("root")
  void asRootEachTenantIsAUserAndStaysTheSame() throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0), "needs to run as root");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Path inside = Files.createDirectory(folder.resolve("local"));
    assumeTrue(reachable(folder), "other users cannot reach " + folder);
    Tenants tenants = Tenants.open(inside, IsolationWish.AUTO);
    assertThat(tenants.mode()).isEqualTo(Mode.PER_TENANT);
    int ada = tenants.identity("ada").uid().orElseThrow();
    int bob = tenants.identity("bob").uid().orElseThrow();
    assertThat(ada).isNotEqualTo(bob);
    assertThat(Tenants.open(inside, IsolationWish.AUTO).identity("bob").uid()).hasValue(bob);
    assertThat(tenants.identity("ada").command()).contains("--reuid=" + ada, "--no-new-privs");
  }

  private static boolean reachable(Path folder) throws IOException {
    for (Path p = folder.toRealPath(); p.getParent() != null; p = p.getParent()) {
      if (!Files.getPosixFilePermissions(p)
          .contains(java.nio.file.attribute.PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }
}
