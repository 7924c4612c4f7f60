package dev.weir.simulator.world;

import dev.weir.model.job.JobSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A time that a job loses, in milliseconds. */
public sealed interface Cost {
  Cost NONE = new Flat(0);

  /**
   * @param devices devices that the job holds; a part of one counts as one
   */
  long millis(JobSpec job, String program, int devices);

  /** The same for all. */
  record Flat(long millis) implements Cost {
    public Flat {
      notNegative(millis);
    }

    @Override
    public long millis(JobSpec job, String program, int devices) {
      return millis;
    }
  }

  /**
   * By size.
   *
   * @param steps ascending; the first whose {@code upTo} is not exceeded counts, else the last
   */
  record ByDevices(List<Step> steps) implements Cost {
    /**
     * @param upTo most devices for which the step counts
     */
    public record Step(int upTo, long millis) {
      public Step {
        notNegative(millis);
      }
    }

    public ByDevices {
      steps = List.copyOf(steps);
      if (steps.isEmpty()) {
        throw new IllegalArgumentException("a cost by devices needs at least one step");
      }
    }

    @Override
    public long millis(JobSpec job, String program, int devices) {
      for (Step step : steps) {
        if (devices <= step.upTo()) {
          return step.millis();
        }
      }
      return steps.getLast().millis();
    }
  }

  /** By program, and a value for all others. */
  record ByProgram(Map<String, Long> programs, long otherwise) implements Cost {
    public ByProgram {
      programs.values().forEach(Cost::notNegative);
      notNegative(otherwise);
      programs = Collections.unmodifiableMap(new TreeMap<>(programs));
    }

    @Override
    public long millis(JobSpec job, String program, int devices) {
      return programs.getOrDefault(program, otherwise);
    }
  }

  /** What the job itself declares as its restart time. */
  record Declared() implements Cost {
    @Override
    public long millis(JobSpec job, String program, int devices) {
      return job.disruption().restart().toMillis();
    }
  }

  private static void notNegative(long millis) {
    if (millis < 0) {
      throw new IllegalArgumentException("a cost is 0 ms or more, not " + millis);
    }
  }
}
