package dev.weir.simulator.world;

import dev.weir.model.job.JobSpec;
import java.util.Comparator;
import java.util.List;

/**
 * The jobs of a simulation in the order of their submission. Asked for one job at a time, so that a
 * workload of a million jobs need not exist as objects.
 */
public interface Workload {
  int size();

  /** Time of submission, ms after the start of the simulation; never less than that before it. */
  long submittedAt(int index);

  /** Ids differ; equal questions get equal answers. */
  JobSpec job(int index);

  JobProfile profile(int index);

  /** One job, when it is submitted, and what it really needs. */
  record Entry(long submittedAt, JobSpec job, JobProfile profile) {
    public Entry {
      if (submittedAt < 0) {
        throw new IllegalArgumentException("submitted before the start: " + submittedAt + " ms");
      }
    }
  }

  /** Jobs at hand; equal times keep the given order. */
  static Workload of(List<Entry> entries) {
    List<Entry> sorted =
        entries.stream().sorted(Comparator.comparingLong(Entry::submittedAt)).toList();
    return new Workload() {
      @Override
      public int size() {
        return sorted.size();
      }

      @Override
      public long submittedAt(int index) {
        return sorted.get(index).submittedAt();
      }

      @Override
      public JobSpec job(int index) {
        return sorted.get(index).job();
      }

      @Override
      public JobProfile profile(int index) {
        return sorted.get(index).profile();
      }
    };
  }
}
