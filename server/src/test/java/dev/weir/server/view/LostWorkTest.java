package dev.weir.server.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.model.event.Event.End;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.store.AllocationRow;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LostWorkTest {
  private static AllocationRow run(int incarnation, long from, long until, End end) {
    return new AllocationRow(
        new AllocationId(incarnation),
        new JobId(1),
        incarnation,
        from,
        OptionalLong.of(from),
        OptionalLong.of(until),
        List.of(0),
        List.of(),
        1000,
        Optional.empty(),
        Optional.empty(),
        Optional.of(end),
        Optional.empty());
  }

  @Test
  void whatCameAfterTheNewestCheckpointIsLost() {
    var lost =
        LostWork.of(
            List.of(run(1, 0, 1000, End.STOPPED), run(2, 2000, 5000, End.COMPLETED)),
            List.of(400L, 900L, 3000L),
            0,
            false);
    assertThat(lost.millis()).isEqualTo(100);
    assertThat(lost.stops()).isEqualTo(1);
  }

  @Test
  void withoutACheckpointTheWholeRunIsLost() {
    var lost =
        LostWork.of(
            List.of(run(1, 0, 1000, End.LOST), run(2, 2000, 2500, End.FAILED)),
            List.of(),
            0,
            false);
    assertThat(lost.millis()).isEqualTo(1000);
  }

  @Test
  void whatAPersonCancelledIsNotCounted() {
    assertThat(LostWork.of(List.of(run(1, 0, 1000, End.STOPPED)), List.of(), 0, true).stops())
        .isZero();
  }
}
