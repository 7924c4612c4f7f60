package dev.weir.driver.local.logs;

import dev.weir.model.id.AllocationId;
import java.nio.file.Path;
import java.time.Instant;

/**
 * One log.
 *
 * @param role position in the job's list of roles
 * @param task rank inside the role
 * @param stream of the two
 * @param first offset of the oldest byte that is kept
 * @param size offset after the newest byte
 * @param over the task has ended, so that nothing more will come
 */
public record LogFile(
    AllocationId allocation,
    int incarnation,
    int role,
    int task,
    Stream stream,
    Path path,
    long first,
    long size,
    Instant changedAt,
    boolean over) {
  /** Where a task writes. */
  public enum Stream {
    STDOUT("stdout.log"),
    STDERR("stderr.log");

    private final String file;

    Stream(String file) {
      this.file = file;
    }

    String file() {
      return file;
    }
  }
}
