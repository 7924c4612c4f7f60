package dev.weir.model.forecast;

import dev.weir.model.job.TaskRequest;
import java.util.List;

/** The mix of task requests that is expected to arrive. */
public record DemandForecast(List<Expected> expected) {
  /** So many tasks of a request, relative to the others. */
  public record Expected(TaskRequest request, long tasks) {}

  public DemandForecast {
    expected = List.copyOf(expected);
  }
}
