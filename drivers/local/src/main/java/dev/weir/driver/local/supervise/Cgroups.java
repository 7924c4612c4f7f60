package dev.weir.driver.local.supervise;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Control groups of version 2, where we may make them: limits of memory and CPU, membership that no
 * process can leave, and an end for all of it at once (kernel documentation, cgroup-v2).
 */
public final class Cgroups {
  private final Optional<Path> home;
  private final Set<String> controllers;

  private Cgroups(Optional<Path> home, Set<String> controllers) {
    this.home = home;
    this.controllers = controllers;
  }

  /** None: nothing is limited. */
  public static Cgroups none() {
    return new Cgroups(Optional.empty(), Set.of());
  }

  /** Makes a group for this world, if the system lets us. */
  public static Cgroups open(String world) {
    try {
      Optional<Path> root = mount();
      if (root.isEmpty()) {
        return none();
      }
      Path all = Files.createDirectories(root.get().resolve("weir"));
      Path home = Files.createDirectories(all.resolve(world));
      Set<String> usable = new TreeSet<>();
      for (String controller : List.of("cpu", "memory")) {
        if (delegate(root.get(), controller)
            && delegate(all, controller)
            && delegate(home, controller)) {
          usable.add(controller);
        }
      }
      Files.createDirectories(home.resolve("supervisors"));
      return new Cgroups(Optional.of(home), usable);
    } catch (IOException notOurs) {
      return none();
    }
  }

  /** Mount point of the unified hierarchy; field 5 of proc_pid_mountinfo(5). */
  private static Optional<Path> mount() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/mountinfo"))) {
      if (line.contains(" - cgroup2 ")) {
        return Optional.of(Path.of(line.split(" ")[4]));
      }
    }
    return Optional.empty();
  }

  private static boolean delegate(Path group, String controller) throws IOException {
    if (!words(group.resolve("cgroup.controllers")).contains(controller)) {
      return false;
    }
    Path control = group.resolve("cgroup.subtree_control");
    if (!words(control).contains(controller)) {
      try {
        Files.writeString(control, "+" + controller);
      } catch (IOException busy) {
        return false; // processes live in it, or somebody else rules here
      }
    }
    return true;
  }

  private static List<String> words(Path file) throws IOException {
    return List.of(Files.readString(file).strip().split(" "));
  }

  /** What can be limited. */
  public Set<String> controllers() {
    return controllers;
  }

  /** Whether membership is tracked. */
  public boolean usable() {
    return home.isPresent();
  }

  /** The group of the supervisors. */
  public Optional<Path> supervisors() {
    return home.map(h -> h.resolve("supervisors"));
  }

  /**
   * Makes the group of a task.
   *
   * @param milliCpu 0 = unlimited
   * @param bytes 0 = unlimited
   * @return empty when there are no groups here
   */
  public Optional<Path> make(String name, long milliCpu, long bytes) throws IOException {
    if (home.isEmpty()) {
      return Optional.empty();
    }
    Path group = Files.createDirectories(home.get().resolve(name));
    if (milliCpu > 0 && controllers.contains("cpu")) {
      // A weight and no ceiling: what nobody else wants may be used.
      long weight = Math.clamp(milliCpu / 10, 1, 10_000);
      Files.writeString(group.resolve("cpu.weight"), Long.toString(weight));
    }
    if (bytes > 0 && controllers.contains("memory")) {
      Files.writeString(group.resolve("memory.max"), Long.toString(bytes));
    }
    return Optional.of(group);
  }

  /** The group of a task of that name, if it is there. */
  public Optional<Path> find(String name) {
    return home.map(h -> h.resolve(name)).filter(Files::isDirectory);
  }

  /** Its processes. */
  public static List<ProcessKey> members(Path group) {
    List<ProcessKey> members = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(group.resolve("cgroup.procs"))) {
        ProcessStat.of(Long.parseLong(line))
            .filter(s -> !s.zombie())
            .ifPresent(s -> members.add(s.key()));
      }
    } catch (IOException gone) {
      return List.of();
    }
    return members;
  }

  /** Processes of it that the kernel ended for want of memory. */
  public static OptionalLong outOfMemory(Path group) {
    try {
      for (String line : Files.readAllLines(group.resolve("memory.events"))) {
        if (line.startsWith("oom_kill ")) {
          return OptionalLong.of(Long.parseLong(line.substring(9)));
        }
      }
    } catch (IOException notCounted) {
      return OptionalLong.empty();
    }
    return OptionalLong.empty();
  }

  /** Ends all of it at once (Linux 5.14). False when the kernel cannot. */
  public static boolean kill(Path group) {
    try {
      Files.writeString(group.resolve("cgroup.kill"), "1");
      return true;
    } catch (IOException older) {
      return false;
    }
  }

  /** Removes an empty group and what tasks made below it. */
  public static void remove(Path group) {
    try (DirectoryStream<Path> below = Files.newDirectoryStream(group, Files::isDirectory)) {
      below.forEach(Cgroups::remove);
    } catch (IOException gone) {
      return;
    }
    try {
      Files.deleteIfExists(group);
    } catch (IOException inUse) {
      // A process is still leaving; the next start of the server finds it empty.
      return;
    }
  }
}
