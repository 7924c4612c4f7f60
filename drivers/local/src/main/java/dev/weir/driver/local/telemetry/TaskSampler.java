package dev.weir.driver.local.telemetry;

import dev.weir.driver.local.inventory.Metric;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures tasks: from the control group (version 2) that a task has of its own, otherwise from the
 * processes of its process group. Source: the kernel's documentation of cgroup v2 and proc(5).
 */
public final class TaskSampler {
  /** Kernel ticks per second in /proc; USER_HZ is 100 on every Linux that Java runs on. */
  private static final double TICKS = 100;

  private static final long PAGE = 4096;

  private final Path proc;
  private final InstantSource clock;

  public TaskSampler(InstantSource clock) {
    this(Path.of("/proc"), clock);
  }

  /** With the process files under another folder. */
  TaskSampler(Path proc, InstantSource clock) {
    this.proc = proc;
    this.clock = clock;
  }

  /** Measures a task by its control group; what the group does not tell is absent. */
  public List<Sample> ofGroup(String task, Path group) {
    Instant now = clock.instant();
    List<Sample> samples = new ArrayList<>();
    text(group.resolve("cpu.stat")).stream()
        .flatMap(String::lines)
        .filter(line -> line.matches("usage_usec [0-9]{1,18}"))
        .findFirst()
        .map(line -> Long.parseLong(line.substring("usage_usec ".length())) / 1e6)
        .ifPresent(seconds -> samples.add(sample(now, task, Metric.CPU_TIME, seconds)));
    text(group.resolve("memory.current"))
        .filter(text -> text.matches("[0-9]{1,18}"))
        .ifPresent(
            text -> samples.add(sample(now, task, Metric.MEMORY_USED, Double.parseDouble(text))));
    return samples;
  }

  /**
   * Measures a task by the process group that it leads. Processor time of processes that ended is
   * that which their parents in the group have collected; a group without a process yields nothing.
   */
  public List<Sample> ofProcessGroup(String task, long leader) {
    Instant now = clock.instant();
    double seconds = 0;
    double bytes = 0;
    boolean any = false;
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
      for (Path process : processes) {
        Optional<Stat> stat = text(process.resolve("stat")).flatMap(Stat::parse);
        if (stat.isPresent() && stat.get().group() == leader) {
          any = true;
          seconds += stat.get().ticks() / TICKS;
          bytes += stat.get().residentPages() * (double) PAGE;
        }
      }
    } catch (IOException unreadable) {
      return List.of();
    }
    return any
        ? List.of(
            sample(now, task, Metric.CPU_TIME, seconds),
            sample(now, task, Metric.MEMORY_USED, bytes))
        : List.of();
  }

  private static Sample sample(Instant now, String task, Metric metric, double value) {
    return new Sample(now, new Sample.Subject.Task(task), metric, value);
  }

  /** Fields of /proc/PID/stat. */
  record Stat(long group, long ticks, long residentPages) {
    /** The name in brackets may hold blanks and brackets, so fields are counted behind it. */
    static Optional<Stat> parse(String line) {
      String[] fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ");
      // Behind the name: state, parent, group, ..., utime, stime, cutime, cstime, ..., rss.
      if (fields.length < 22) {
        return Optional.empty();
      }
      try {
        long ticks = 0;
        for (int i = 11; i <= 14; i++) {
          ticks += Long.parseLong(fields[i]);
        }
        return Optional.of(new Stat(Long.parseLong(fields[2]), ticks, Long.parseLong(fields[21])));
      } catch (NumberFormatException damaged) {
        return Optional.empty();
      }
    }
  }

  private static Optional<String> text(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException gone) {
      // A process or a group may end between two looks.
      return Optional.empty();
    }
  }
}
