package dev.weir.engine.place;

import dev.weir.engine.job.Job;
import dev.weir.model.job.Role;
import java.util.List;

/** The sizes of a job's roles that are tried, from the wished ones downwards. */
final class Sizes {
  private Sizes() {}

  /** One size per role, to begin with. */
  static int[] first(Job job, PlaceOptions.Sizes choice) {
    List<Role> roles = job.spec.roles();
    int[] sizes = new int[roles.size()];
    for (int r = 0; r < sizes.length; r++) {
      Role role = roles.get(r);
      sizes[r] = choice == PlaceOptions.Sizes.SMALLEST ? role.smallest() : role.count();
    }
    return sizes;
  }

  /** Takes all elastic roles one declared size down; false when none can be smaller. */
  static boolean shrink(Job job, int[] sizes) {
    boolean smaller = false;
    for (int r = 0; r < sizes.length; r++) {
      List<Integer> declared = job.spec.roles().get(r).sizes();
      int at = declared.indexOf(sizes[r]);
      if (at > 0) {
        sizes[r] = declared.get(at - 1);
        smaller = true;
      }
    }
    return smaller;
  }
}
