package dev.weir.driver.local.inventory.discovery;

import java.time.Duration;
import java.util.List;

/** Runs programs of this machine. */
public interface Tools {
  /** Whether a program of that name is on the path. */
  boolean has(String program);

  /** Runs a program to its end, or ends it when the time is over. */
  Run run(List<String> command, Duration timeout);

  /** What became of a run. */
  sealed interface Run {
    /**
     * It ended by itself.
     *
     * @param out what it printed on its standard output, with its standard error where it printed
     *     nothing else
     */
    record Ended(int code, String out) implements Run {}

    /** It did not end in time, or could not be started. */
    record Failed(String reason) implements Run {}
  }
}
