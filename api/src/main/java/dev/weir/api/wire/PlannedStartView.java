package dev.weir.api.wire;

import java.time.Instant;
import java.util.List;

/** A promised date and place. */
public record PlannedStartView(Instant at, List<AllocationView.TaskView> tasks) {
  public PlannedStartView {
    tasks = List.copyOf(tasks);
  }
}
