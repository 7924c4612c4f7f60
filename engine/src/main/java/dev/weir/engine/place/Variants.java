package dev.weir.engine.place;

import dev.weir.engine.job.Job;
import java.util.ArrayList;
import java.util.List;

/** The combinations of variants of a job's roles, in order of preference. */
final class Variants {
  private static final int MOST = 64;
  private static final List<int[]> ONLY_FIRST = List.of(new int[1]);

  private Variants() {}

  /** At most {@value #MOST} combinations; roles of the same variant name go together first. */
  static List<int[]> of(Job job) {
    int roles = job.shape.asks().length;
    if (roles == 1 && job.shape.asks()[0].length == 1) {
      return ONLY_FIRST;
    }
    List<int[]> all = new ArrayList<>();
    int[] now = new int[roles];
    boolean more = true;
    while (more && all.size() < MOST) {
      all.add(now.clone());
      more = next(job, now);
    }
    all.sort(java.util.Comparator.comparingInt(v -> distinctNames(job, v)));
    return all;
  }

  private static boolean next(Job job, int[] now) {
    for (int r = now.length - 1; r >= 0; r--) {
      if (++now[r] < job.shape.asks()[r].length) {
        return true;
      }
      now[r] = 0;
    }
    return false;
  }

  private static int distinctNames(Job job, int[] variants) {
    return (int)
        java.util.stream.IntStream.range(0, variants.length)
            .mapToObj(r -> job.spec.roles().get(r).variants().get(variants[r]).name())
            .distinct()
            .count();
  }
}
