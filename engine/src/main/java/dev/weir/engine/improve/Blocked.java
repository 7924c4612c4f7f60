package dev.weir.engine.improve;

import dev.weir.engine.job.Job;
import dev.weir.model.job.JobState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Jobs that lately found no room, one per shape, the first of each; bounded. */
final class Blocked {
  private static final int MOST = 64;

  /** By shape number, the one that was told last at the end. */
  private final LinkedHashMap<Integer, Job> byShape = new LinkedHashMap<>();

  void add(Job job) {
    Job known = byShape.get(job.shape.id());
    if (known != null && waits(known)) {
      return;
    }
    byShape.remove(job.shape.id());
    byShape.put(job.shape.id(), job);
    if (byShape.size() > MOST) {
      byShape.remove(byShape.firstEntry().getKey());
    }
  }

  /** Those that still wait, in the order in which they were told. */
  List<Job> waiting() {
    byShape.values().removeIf(job -> !waits(job));
    return new ArrayList<>(byShape.values());
  }

  void forget() {
    byShape.clear();
  }

  private static boolean waits(Job job) {
    return job.state == JobState.QUEUED && job.victims == 0;
  }
}
