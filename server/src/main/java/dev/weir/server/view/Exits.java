package dev.weir.server.view;

import dev.weir.api.wire.AllocationView;
import dev.weir.api.wire.ExitView;
import dev.weir.model.event.Exit;
import dev.weir.model.job.JobSpec;
import dev.weir.store.AllocationRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Starts of a job and how they ended. */
public final class Exits {
  private Exits() {}

  public static ExitView exit(Exit exit) {
    return new ExitView(exit.code(), exit.signal(), exit.reason());
  }

  public static List<AllocationView> allocations(JobSpec spec, List<AllocationRow> rows) {
    return rows.stream().map(r -> allocation(spec, r)).toList();
  }

  private static AllocationView allocation(JobSpec spec, AllocationRow row) {
    return new AllocationView(
        row.id().toString(),
        row.incarnation(),
        Instant.ofEpochMilli(row.decidedAt()),
        instant(row.startedAt()),
        instant(row.endedAt()),
        row.end().map(Enum::name),
        row.stop().map(Enum::name),
        row.exit().map(Exits::exit),
        Placements.tasks(spec, row.tasks()));
  }

  static Optional<Instant> instant(OptionalLong millis) {
    return millis.isPresent()
        ? Optional.of(Instant.ofEpochMilli(millis.getAsLong()))
        : Optional.empty();
  }
}
