package dev.weir.driver.local.supervise;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The processes of one world at one moment, found by their mark: those that left their group, their
 * session and their parent are in it as well.
 */
public final class ProcessTable {
  private final List<Row> rows;

  /**
   * One process.
   *
   * @param session number of its session's first process
   */
  public record Row(ProcessKey key, long session, Mark mark) {}

  private ProcessTable(List<Row> rows) {
    this.rows = rows;
  }

  /** Looks through {@code /proc}. Processes that we may not read are not ours. */
  public static ProcessTable of(String world) {
    List<Row> rows = new ArrayList<>();
    byte[] wanted = ("\0" + Mark.VARIABLE + "=" + world + "/").getBytes(StandardCharsets.UTF_8);
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path one : all) {
        row(one, wanted).ifPresent(rows::add);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("/proc cannot be listed", e);
    }
    return new ProcessTable(rows);
  }

  /** The session that a living process of ours leads. */
  static List<ProcessKey> session(ProcessKey leader) {
    List<ProcessKey> members = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path one : all) {
        ProcessStat.of(Long.parseLong(one.getFileName().toString()))
            .filter(s -> s.session() == leader.pid() && !s.zombie())
            .ifPresent(s -> members.add(s.key()));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException("/proc cannot be listed", e);
    }
    return leader.alive() ? members : List.of();
  }

  private static Optional<Row> row(Path process, byte[] wanted) {
    Optional<Mark> mark = mark(process, wanted);
    return mark.flatMap(
        m ->
            ProcessStat.of(Long.parseLong(process.getFileName().toString()))
                .filter(s -> !s.zombie())
                .map(s -> new Row(s.key(), s.session(), m)));
  }

  private static Optional<Mark> mark(Path process, byte[] wanted) {
    byte[] environment;
    try {
      environment = Files.readAllBytes(process.resolve("environ"));
    } catch (IOException goneOrForeign) {
      return Optional.empty();
    }
    int at = startsWith(environment, wanted) ? -1 : find(environment, wanted);
    if (at == Integer.MIN_VALUE) {
      return Optional.empty();
    }
    int from = at + 1 + Mark.VARIABLE.length() + 1;
    int to = from;
    while (to < environment.length && environment[to] != 0) {
      to++;
    }
    return Mark.parse(new String(environment, from, to - from, StandardCharsets.UTF_8));
  }

  /** The first variable has no zero byte before it. */
  private static boolean startsWith(byte[] text, byte[] wanted) {
    return text.length >= wanted.length - 1
        && java.util.Arrays.equals(text, 0, wanted.length - 1, wanted, 1, wanted.length);
  }

  private static int find(byte[] text, byte[] wanted) {
    for (int i = 0; i + wanted.length <= text.length; i++) {
      if (java.util.Arrays.equals(text, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    return Integer.MIN_VALUE;
  }

  /** All of them. */
  public List<Row> rows() {
    return rows;
  }

  /** Those that are so. */
  public List<Row> where(Predicate<Mark> which) {
    return rows.stream().filter(r -> which.test(r.mark())).toList();
  }
}
