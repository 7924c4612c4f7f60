package dev.weir.forecast;

import java.util.List;

/**
 * What a forecaster has learned from jobs that completed, so that it need not see them again.
 *
 * @param groups jobs that are held to be similar, in a fixed order
 */
public record Learned(List<Runs> groups) {
  /** Of forecasters that do not learn. */
  public static final Learned NOTHING = new Learned(List.of());

  public Learned {
    groups = List.copyOf(groups);
  }

  /**
   * The last run times of one group; an empty text and 0 tasks stand for any.
   *
   * @param millis oldest first
   */
  public record Runs(String user, String name, String queue, int tasks, long[] millis) {}
}
