package dev.weir.driver.local.isolation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.driver.local.isolation.IsolationReport.Mode;
import dev.weir.driver.local.supervise.Cgroups;
import dev.weir.driver.local.supervise.Durable;
import dev.weir.driver.local.supervise.Supervisors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Who has ever run something here, each with its user's number, kept in {@code tenants.json}: files
 * outlive tasks, so a tenant that came once is one for good.
 */
public final class Tenants {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Above the ranges of people, of systemd and of containers (systemd, UIDS-GIDS). */
  private static final int FIRST_UID = 1_900_000_000;

  private final Path file;
  private final Path homes;
  private final Mode mode;
  private final String reason;
  private final Map<String, Integer> uids = new LinkedHashMap<>();

  private Tenants(Path folder, Mode mode, String reason) throws IOException {
    this.file = folder.resolve("tenants.json");
    this.homes = folder.resolve("homes");
    this.mode = mode;
    this.reason = reason;
    if (Files.exists(file)) {
      JsonNode json = JSON.readTree(Files.readString(file));
      json.path("tenants").properties().forEach(e -> uids.put(e.getKey(), e.getValue().asInt()));
    }
  }

  /**
   * Opens the list.
   *
   * @param folder in which the tasks' files lie; users can be kept apart only where they all reach
   *     it
   */
  public static Tenants open(Path folder, IsolationWish wish) throws IOException {
    if (wish == IsolationWish.NONE) {
      return new Tenants(folder, Mode.NONE, "isolation is switched off");
    }
    Optional<String> obstacle = obstacle(folder);
    return obstacle.isEmpty()
        ? new Tenants(folder, Mode.PER_TENANT, "the server runs as root")
        : new Tenants(folder, Mode.SINGLE_TENANT, obstacle.get());
  }

  private static Optional<String> obstacle(Path folder) throws IOException {
    Object uid = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if (!uid.equals(0)) {
      return Optional.of("the server does not run as root");
    }
    if (Supervisors.find("setpriv").isEmpty()) {
      return Optional.of("the program 'setpriv' is not in " + Supervisors.SAFE_PATH);
    }
    for (Path p = folder.toRealPath(); p.getParent() != null; p = p.getParent()) {
      if (!p.equals(folder.toRealPath())
          && !Files.getPosixFilePermissions(p).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return Optional.of("other users cannot pass through " + p + " (chmod o+x lets them)");
      }
    }
    return Optional.empty();
  }

  public Mode mode() {
    return mode;
  }

  /**
   * As whom a tenant's tasks run; a new tenant is noted for good.
   *
   * @throws Refused it cannot be kept apart from another one
   */
  public synchronized Identity identity(String tenant) throws Refused, IOException {
    if (mode == Mode.SINGLE_TENANT && !uids.isEmpty() && !uids.containsKey(tenant)) {
      throw new Refused(
          "tenant '%s' would share this machine with '%s', and nothing would keep them apart: %s. "
                  .formatted(tenant, uids.keySet().iterator().next(), reason)
              + "Start the server as root with a data folder that all may pass through, or waive"
              + " isolation");
    }
    if (!uids.containsKey(tenant)) {
      int next = uids.values().stream().mapToInt(Integer::intValue).max().orElse(FIRST_UID - 1) + 1;
      uids.put(tenant, next);
      write();
    }
    if (mode != Mode.PER_TENANT) {
      return new Identity(tenant, OptionalInt.empty(), Path.of(System.getProperty("user.home")));
    }
    int uid = uids.get(tenant);
    Identity identity =
        new Identity(tenant, OptionalInt.of(uid), homes.resolve(Integer.toString(uid)));
    Files.createDirectories(homes);
    Files.setPosixFilePermissions(homes, PosixFilePermissions.fromString("rwx--x--x"));
    identity.ownFolder(identity.home());
    return identity;
  }

  private void write() throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("version", 1);
    ObjectNode all = json.putObject("tenants");
    uids.forEach(all::put);
    Durable.write(file, JSON.writeValueAsString(json));
  }

  /** What keeps them apart. */
  public synchronized IsolationReport report(Cgroups cgroups) {
    return new IsolationReport(
        mode,
        reason,
        List.copyOf(uids.keySet()),
        cgroups.controllers().contains("memory"),
        cgroups.controllers().contains("cpu"),
        cgroups.usable(),
        false);
  }
}
