package dev.weir.architecture.planted.names;

import dev.weir.architecture.planted.circle.one.First;

/** Two names that say nothing, and an import that no row allows. */
public record JobManager(First first) {
  record ListUtils() {}
}
