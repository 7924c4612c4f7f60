package dev.weir.driver.local.inventory.discovery;

import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says about this machine, and what the control group of this process leaves of it.
 *
 * @param name host name
 * @param uid the same for as long as the machine keeps its installation, over restarts
 * @param cpu processors that may be used
 * @param memory memory that may be used
 * @param numaNodes how many NUMA nodes have memory or processors; 1 when that is not told
 */
public record Host(String name, String uid, Cpu cpu, Bytes memory, int numaNodes) {
  /** This machine. */
  public static Host present() {
    return read(Path.of("/"), hostName(), Runtime.getRuntime().availableProcessors());
  }

  /**
   * The machine whose system files lie under {@code root}.
   *
   * @param processors how many processors there are before limits of time
   */
  static Host read(Path root, String name, int processors) {
    List<Path> groups = groups(root);
    long milli = processors * 1000L;
    long bytes = memory(root);
    for (Path group : groups) {
      milli = Math.min(milli, quota(group).orElse(milli));
      bytes = Math.min(bytes, limit(group).orElse(bytes));
    }
    return new Host(name, uid(root, name), new Cpu(milli), new Bytes(bytes), numaNodes(root));
  }

  private static String hostName() {
    Optional<String> kernel = text(Path.of("/proc/sys/kernel/hostname"));
    if (kernel.isPresent()) {
      return kernel.get();
    }
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return "localhost";
    }
  }

  /**
   * The identity of the installation may not be shown around (machine-id(5)), so a digest of it is
   * taken; without one that of the board; without that the name.
   */
  private static String uid(Path root, String name) {
    return text(root.resolve("etc/machine-id"))
        .or(() -> text(root.resolve("var/lib/dbus/machine-id")))
        .filter(id -> id.matches("[0-9a-f]{32}") && !id.matches("0+"))
        .map(id -> "machine-" + digest(id))
        .or(
            () ->
                text(root.resolve("sys/class/dmi/id/product_uuid"))
                    .filter(id -> id.matches("[0-9A-Fa-f-]{36}") && !id.matches("[0-]+"))
                    .map(id -> "board-" + digest(id)))
        .orElseGet(() -> "host-" + digest(name));
  }

  private static String digest(String identity) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(("weir/" + identity).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 12);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }

  private static long memory(Path root) {
    return text(root.resolve("proc/meminfo")).stream()
        .flatMap(String::lines)
        .filter(line -> line.matches("MemTotal:\\s+[0-9]{1,15} kB"))
        .map(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
        .findFirst()
        .orElse(Runtime.getRuntime().maxMemory());
  }

  private static int numaNodes(Path root) {
    Path nodes = root.resolve("sys/devices/system/node");
    if (!Files.isDirectory(nodes)) {
      return 1;
    }
    try (Stream<Path> found = Files.list(nodes)) {
      int count =
          (int) found.filter(path -> path.getFileName().toString().matches("node[0-9]+")).count();
      return Math.max(1, count);
    } catch (IOException unreadable) {
      return 1;
    }
  }

  /** The control groups above this process, in both layouts of the kernel; all limits count. */
  private static List<Path> groups(Path root) {
    List<Path> groups = new ArrayList<>();
    Path mount = root.resolve("sys/fs/cgroup");
    for (String line :
        text(root.resolve("proc/self/cgroup")).stream().flatMap(String::lines).toList()) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3 || parts[1].startsWith("name=")) {
        continue;
      }
      Path controller = parts[1].isEmpty() ? mount : mount.resolve(parts[1]);
      @Nullable Path group = controller.resolve(parts[2].replaceFirst("^/+", "")).normalize();
      while (group != null && group.startsWith(controller)) {
        groups.add(group);
        group = group.getParent();
      }
    }
    return groups;
  }

  /** Processor time in milli-cores: cpu.max of version 2, the quota of version 1. */
  private static Optional<Long> quota(Path group) {
    Optional<Long> second =
        text(group.resolve("cpu.max"))
            .filter(text -> text.matches("[0-9]{1,12} [1-9][0-9]{0,11}"))
            .map(text -> text.split(" "))
            .map(parts -> Long.parseLong(parts[0]) * 1000 / Long.parseLong(parts[1]));
    return second.or(
        () ->
            number(group.resolve("cpu.cfs_quota_us"))
                .flatMap(
                    quota ->
                        number(group.resolve("cpu.cfs_period_us"))
                            .filter(period -> period > 0)
                            .map(period -> quota * 1000 / period)));
  }

  private static Optional<Long> limit(Path group) {
    return number(group.resolve("memory.max"))
        .or(() -> number(group.resolve("memory.limit_in_bytes")));
  }

  /** A number that is not "max" and not -1. */
  private static Optional<Long> number(Path file) {
    return text(file).filter(text -> text.matches("[0-9]{1,18}")).map(Long::valueOf);
  }

  private static Optional<String> text(Path file) {
    if (!Files.isReadable(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Files.readString(file).strip()).filter(text -> !text.isEmpty());
    } catch (IOException unreadable) {
      // Files of the kernel may refuse to be read although they are there.
      return Optional.empty();
    }
  }
}
