package dev.weir.model.job;

import java.util.Optional;

/**
 * Nearness of tasks.
 *
 * @param require all tasks inside one domain of this level, or the job waits
 * @param prefer tightest level that is worth looking for; wider ones are taken when it has no room
 */
public record TopologyRule(Optional<String> require, Optional<String> prefer) {
  public static final TopologyRule ANYWHERE = new TopologyRule(Optional.empty(), Optional.empty());

  public static TopologyRule require(String level) {
    return new TopologyRule(Optional.of(level), Optional.empty());
  }

  public static TopologyRule prefer(String level) {
    return new TopologyRule(Optional.empty(), Optional.of(level));
  }
}
