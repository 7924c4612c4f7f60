package dev.weir.driver.local.supervise;

import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The environment variable by which a process of ours is known, wherever it has gone.
 *
 * @param world of which data folder it is; several servers may share a machine
 * @param task folder name of the task, such as {@code worker.0}
 */
public record Mark(String world, JobId job, AllocationId allocation, int incarnation, String task) {
  /** Name of the variable. */
  public static final String VARIABLE = "WEIR_MARK";

  private static final Pattern FORM = Pattern.compile("([^/]+)/j(\\d+)/a(\\d+)/(\\d+)/([^/]+)");

  /** Reads the variable's value; empty when it is none of ours. */
  public static Optional<Mark> parse(String text) {
    Matcher m = FORM.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new Mark(
              m.group(1),
              new JobId(Long.parseLong(m.group(2))),
              new AllocationId(Long.parseLong(m.group(3))),
              Integer.parseInt(m.group(4)),
              m.group(5)));
    } catch (NumberFormatException tooLong) {
      return Optional.empty();
    }
  }

  /** The variable's value. */
  @Override
  public String toString() {
    return "%s/%s/%s/%d/%s".formatted(world, job, allocation, incarnation, task);
  }
}
