package dev.weir.engine.state;

import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/** Future journal times at which a pass could do something although nothing else happens. */
public final class Alarms {
  private final TreeSet<Long> times = new TreeSet<>();

  /** Wakes at a time; a time that never comes is ignored. */
  public void at(long time) {
    if (time != Long.MAX_VALUE && time != Long.MIN_VALUE) {
      times.add(time);
    }
  }

  void clear() {
    times.clear();
  }

  /** All, ascending. */
  List<Long> all() {
    return List.copyOf(times);
  }

  /** The next alarm after {@code now}. */
  public OptionalLong next(long now) {
    Long next = times.higher(now);
    return next == null ? OptionalLong.empty() : OptionalLong.of(next);
  }

  /** Drops the alarms that are over. Whether there was one. */
  public boolean ring(long now) {
    int before = times.size();
    times.headSet(now, true).clear();
    return times.size() < before;
  }
}
