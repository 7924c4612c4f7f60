package dev.weir.server.view;

import dev.weir.api.wire.AllocationView.TaskView;
import dev.weir.api.wire.PlannedStartView;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.job.JobSpec;
import dev.weir.model.unit.Bytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Tasks and where they are. */
public final class Placements {
  private Placements() {}

  public static List<TaskView> tasks(JobSpec spec, List<TaskPlacement> tasks) {
    return tasks.stream()
        .map(
            t ->
                new TaskView(
                    spec.roles().get(t.role()).name(),
                    t.task(),
                    t.node().value(),
                    positions(t.devices().mask()),
                    slice(t.devices())))
        .toList();
  }

  public static PlannedStartView planned(JobSpec spec, Action.PlannedStart planned) {
    return new PlannedStartView(Instant.ofEpochMilli(planned.at()), tasks(spec, planned.tasks()));
  }

  /** The bits of a mask. */
  public static List<Integer> positions(long mask) {
    List<Integer> positions = new ArrayList<>();
    for (long rest = mask; rest != 0; rest &= rest - 1) {
      positions.add(Long.numberOfTrailingZeros(rest));
    }
    return positions;
  }

  private static Optional<String> slice(DeviceBooking devices) {
    return switch (devices) {
      case DeviceBooking.None _, DeviceBooking.Whole _ -> Optional.empty();
      case DeviceBooking.Fraction(var _, int milli, long bytes) ->
          Optional.of("%d/1000, %s".formatted(milli, new Bytes(bytes)));
      case DeviceBooking.Mig(var instances) ->
          Optional.of(
              instances.stream()
                  .map(i -> i.profile() + "@" + i.start())
                  .collect(Collectors.joining(", ")));
    };
  }
}
