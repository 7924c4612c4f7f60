package dev.weir.driver.local.supervise;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Identity of a process on this machine since its boot: numbers are used again, pairs are not.
 *
 * @param startTicks field 22 of {@code /proc/PID/stat} (proc_pid_stat(5))
 */
public record ProcessKey(long pid, long startTicks) {

  /** As the supervisor and the task write it: number, blank, start time, end of line. */
  public static Optional<ProcessKey> read(Path file) {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.US_ASCII);
    } catch (IOException notThere) {
      return Optional.empty(); // not written yet, or nothing that we could use
    }
    String[] words = text.split(" ", -1);
    if (!text.endsWith("\n") || words.length != 2) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new ProcessKey(Long.parseLong(words[0]), Long.parseLong(words[1].strip())));
    } catch (NumberFormatException garbled) {
      return Optional.empty();
    }
  }

  /** Whether this process is there and not a zombie. */
  public boolean alive() {
    return ProcessStat.of(pid).filter(s -> s.startTicks() == startTicks && !s.zombie()).isPresent();
  }
}
