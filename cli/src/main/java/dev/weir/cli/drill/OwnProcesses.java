package dev.weir.cli.drill;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Processes of this machine by a variable of their environment (Linux). */
final class OwnProcesses {
  private OwnProcesses() {}

  /** Live processes that were started with this variable, the oldest pid first. */
  static List<ProcessHandle> of(String variable, String value) {
    String wanted = variable + "=" + value;
    return ProcessHandle.allProcesses()
        .filter(p -> has(p.pid(), wanted))
        .sorted(java.util.Comparator.comparingLong(ProcessHandle::pid))
        .toList();
  }

  private static boolean has(long pid, String wanted) {
    try {
      byte[] environment = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
      String[] all = new String(environment, StandardCharsets.UTF_8).split("\0", -1);
      return Arrays.asList(all).contains(wanted);
    } catch (IOException _) {
      return false; // it is gone, or somebody else's
    }
  }
}
