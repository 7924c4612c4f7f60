package dev.weir.driver.local.supervise;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What {@code /proc/PID/stat} says of a process (proc_pid_stat(5)). */
record ProcessStat(long pid, boolean zombie, long group, long session, long startTicks) {

  /** Empty when there is no such process. */
  static Optional<ProcessStat> of(long pid) {
    String text;
    try {
      text =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException gone) {
      return Optional.empty();
    }
    // The program's name stands in brackets and may hold anything, brackets and blanks included.
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
    return Optional.of(
        new ProcessStat(
            pid,
            fields[0].equals("Z") || fields[0].equals("X"),
            Long.parseLong(fields[2]),
            Long.parseLong(fields[3]),
            Long.parseLong(fields[19])));
  }

  ProcessKey key() {
    return new ProcessKey(pid, startTicks);
  }
}
