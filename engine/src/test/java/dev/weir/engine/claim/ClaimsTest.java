package dev.weir.engine.claim;

import static dev.weir.engine.claim.SmallFleet.MINUTE;
import static dev.weir.engine.claim.SmallFleet.gpus;
import static dev.weir.engine.claim.SmallFleet.share;
import static dev.weir.engine.claim.SmallFleet.whole;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Trial;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.reservation.Reservation.Room;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What may be placed beside the claims of others. */
class ClaimsTest {
  private final SmallFleet f = new SmallFleet(3, 4, 16);

  @Test
  void aTaskThatEndsBeforeAPlannedStartLeavesIt() {
    Job planned = f.job(gpus(4, 4), 60, true);
    Job small = f.job(gpus(1, 1), 10, true);
    f.promise(planned, f.node(0), whole(0, 1, 2, 3), 30, 90);
    assertThat(f.leaves(small, f.node(0), whole(0), 0, 30)).isTrue();
    assertThat(f.leaves(small, f.node(0), whole(0), 0, 31)).isFalse();
    assertThat(f.leaves(small, f.node(0), whole(0), 90, 100)).isTrue();
    assertThat(f.leaves(planned, f.node(0), whole(0), 0, 31)).isTrue();
    assertThat(f.claims.openDevices(f.node(0), small, 0, 31 * MINUTE) & 0xf).isZero();
    assertThat(f.claims.openDevices(f.node(0), small, 0, 30 * MINUTE) & 0xf).isEqualTo(0xf);
    assertThat(f.claims.any(f.node(1))).isFalse();
  }

  @Test
  void cpuOfAPlannedStartIsCountedWithWhatRunningJobsGiveBack() {
    Job running = f.job(gpus(1, 10), 20, true);
    f.run(running, f.node(0), whole(0), 20);
    Job planned = f.job(gpus(1, 12), 60, true);
    f.promise(planned, f.node(0), whole(0), 20, 80);
    Job small = f.job(gpus(1, 4), 60, true);
    Job wide = f.job(gpus(1, 5), 60, true);
    assertThat(f.leaves(small, f.node(0), whole(1), 0, 60)).isTrue(); // 10+4, then 12+4 of 16
    assertThat(f.leaves(wide, f.node(0), whole(1), 0, 60)).isFalse();
    assertThat(f.leaves(wide, f.node(0), whole(1), 0, 20)).isTrue();
  }

  @Test
  void fractionsShareAPromisedDeviceAsFarAsItReaches() {
    Job planned = f.job(share(500), 60, true);
    f.promise(planned, f.node(0), new DeviceBooking.Fraction(1, 500, 40L << 30), 10, 70);
    Job half = f.job(share(500), 60, true);
    Job more = f.job(share(600), 60, true);
    assertThat(f.leaves(half, f.node(0), new DeviceBooking.Fraction(1, 500, 40L << 30), 0, 60))
        .isTrue();
    assertThat(f.leaves(more, f.node(0), new DeviceBooking.Fraction(1, 600, 40L << 30), 0, 60))
        .isFalse();
    assertThat(f.leaves(f.job(gpus(1, 1), 60, true), f.node(0), whole(0), 0, 60)).isFalse();
  }

  @Test
  void freedRoomBelongsToItsJobAtOnceAndStoppingVictimsCountAsGone() {
    Job victim = f.job(gpus(1, 12), 0, true);
    var holding = f.run(victim, f.node(0), whole(0), 10_000);
    f.ledger.stopping(holding, true);
    Job winner = f.job(gpus(1, 12), 60, true);
    f.claims.promise(
        new Promise(
            winner.id(),
            Claim.Kind.FREED,
            0,
            60 * MINUTE,
            java.util.List.of(
                new dev.weir.engine.ledger.Holding.Place(
                    0, 0, f.ask(winner), f.node(0), whole(0)))));
    Job late = f.job(gpus(1, 4), 0, true);
    assertThat(f.leaves(late, f.node(0), whole(0), 0, Long.MAX_VALUE / MINUTE)).isFalse();
    assertThat(f.leaves(late, f.node(0), whole(1), 0, 10)).isTrue();
  }

  @Test
  void anOverdueJobIsNotTakenToBeGone() {
    Job overdue = f.job(gpus(1, 10), 0, true);
    f.run(overdue, f.node(0), whole(0), 20);
    f.now = 30 * MINUTE; // so it is expected to go on until 40
    Job small = f.job(gpus(0, 4), 0, true);
    Job planned = f.job(gpus(1, 4), 60, true);
    f.promise(planned, f.node(0), whole(1), 39, 99);
    assertThat(f.leaves(small, f.node(0), whole(), 30, 60)).isFalse();
    f.promise(planned, f.node(0), whole(1), 40, 100);
    assertThat(f.leaves(small, f.node(0), whole(), 30, 60)).isTrue();
  }

  @Test
  void aFreedLandingCountsOnNobodysExpectedEnd() {
    Job running = f.job(gpus(1, 10), 0, true);
    f.run(running, f.node(0), whole(0), 20);
    Job winner = f.job(gpus(1, 4), 60, true);
    f.claims.promise(
        new Promise(
            winner.id(),
            Claim.Kind.FREED,
            15 * MINUTE,
            75 * MINUTE,
            java.util.List.of(
                new dev.weir.engine.ledger.Holding.Place(
                    0, 0, f.ask(winner), f.node(0), whole(1)))));
    Job small = f.job(gpus(0, 4), 0, true);
    assertThat(f.leaves(small, f.node(0), whole(), 0, 60)).isFalse();
    assertThat(f.leaves(small, f.node(0), whole(), 25, 60)).isFalse();
    assertThat(f.leaves(small, f.node(0), whole(), 0, 15)).isTrue();
  }

  @Test
  void aTrialTakesPromisesBack() {
    Job a = f.job(gpus(1, 1), 60, true);
    Job b = f.job(gpus(1, 1), 60, true);
    f.promise(a, f.node(0), whole(0), 10, 20);
    long before = f.claims.hash();
    try (Trial trial = f.ledger.trial()) {
      f.promise(a, f.node(1), whole(1), 5, 20);
      f.promise(b, f.node(0), whole(0), 30, 40);
      f.claims.withdraw(a.id());
      assertThat(f.claims.hash()).isNotEqualTo(before);
    }
    assertThat(f.claims.hash()).isEqualTo(before);
    assertThat(f.claims.on(f.node(0))).hasSize(1);
    assertThat(f.claims.any(f.node(1))).isFalse();
  }

  private static Reservation reservation(Room room, long from, long until, String... owners) {
    return new Reservation(
        "r",
        room,
        owners.length == 0 ? Set.of() : Set.of(new QueueId(owners[0])),
        Set.of(),
        Instant.ofEpochMilli(from * MINUTE),
        until == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(until * MINUTE)));
  }

  @Test
  void aDrainKeepsOutWhateverDoesNotEndBefore() {
    Room room = new Room.Nodes(Set.of(new NodeId("n0")));
    assertThat(f.claims.reserve(reservation(room, 60, 0), 0))
        .isInstanceOf(ReservationAnswer.Made.class);
    assertThat(f.leaves(f.job(gpus(1, 1), 60, true), f.node(0), whole(0), 0, 60)).isTrue();
    assertThat(f.leaves(f.job(gpus(0, 1), 61, true), f.node(0), whole(), 0, 61)).isFalse();
    Job unlimited = f.job(gpus(1, 1), 0, true);
    assertThat(f.claims.leaves(f.node(0), f.ask(unlimited), whole(0), unlimited, 0, Long.MAX_VALUE))
        .isFalse();
    Job sure = f.job(gpus(1, 1), 0, false);
    assertThat(f.leaves(sure, f.node(0), whole(0), 0, 10)).as("forecasts bind nobody").isFalse();
    assertThat(f.claims.end("r")).isTrue();
    assertThat(f.claims.any(f.node(0))).isFalse();
  }

  @Test
  void ownersRunInsideTheirReservationUntilItEnds() {
    Room room = new Room.DevicesOf(new NodeId("n0"), 0b11);
    f.claims.reserve(reservation(room, 0, 60, "research"), 0);
    Job owner = f.job(gpus(1, 1), 60, true, "anna", Optional.of("r"));
    assertThat(f.leaves(owner, f.node(0), whole(1), 0, 60)).isTrue();
    assertThat(f.leaves(owner, f.node(0), whole(1), 1, 61)).as("ends after it").isFalse();
    assertThat(f.leaves(owner, f.node(0), whole(2), 0, 60)).as("outside").isFalse();
    assertThat(f.leaves(owner, f.node(1), whole(0), 0, 60)).as("elsewhere").isFalse();
    assertThat(f.claims.openDevices(f.node(0), owner, 0, 60 * MINUTE)).isEqualTo(0b11);
    f.claims.end("r");
    assertThat(f.leaves(owner, f.node(0), whole(1), 0, 60)).isFalse();
  }

  @Test
  void aReservationPicksDevicesThatAreFreeByThen() {
    f.run(f.job(gpus(4, 4), 0, true), f.node(0), whole(0, 1, 2, 3), 10_000);
    f.run(f.job(gpus(2, 4), 30, true), f.node(1), whole(0, 1), 30);
    var answer =
        f.claims.reserve(
            reservation(new Room.Devices(6, DeviceFilter.model("A100")), 60, 0, "others"), 0);
    assertThat(((ReservationAnswer.Made) answer).window().room())
        .containsEntry(new NodeId("n1"), 0b1111L)
        .containsEntry(new NodeId("n2"), 0b11L)
        .hasSize(2);
    f.ledger.fleet().deviceHealth(f.node(2), 0, false);
    f.claims.mend(0);
    assertThat(f.claims.window("r").orElseThrow().room()).containsEntry(new NodeId("n2"), 0b110L);
    assertThat(
            f.claims.reserve(reservation(new Room.Devices(1, DeviceFilter.model("H100")), 1, 0), 0))
        .isInstanceOf(ReservationAnswer.NameTaken.class);
  }

  @Test
  void refusesWhatCannotBeKept() {
    Job sure = f.job(gpus(1, 1), 0, false);
    f.run(sure, f.node(0), whole(0), 10_000);
    Room n0 = new Room.Nodes(Set.of(new NodeId("n0")));
    assertThat(f.claims.reserve(reservation(n0, 60, 0), 0))
        .isEqualTo(
            new ReservationAnswer.Occupied("r", sure.id(), "n0", 60 * MINUTE, Long.MAX_VALUE));
    assertThat(f.claims.reserve(reservation(new Room.Devices(12, DeviceFilter.ANY), 60, 0), 0))
        .isEqualTo(new ReservationAnswer.TooFew("r", 12, 11));
    assertThat(
            f.claims.reserve(
                reservation(new Room.Nodes(Set.of(new NodeId("m1"))), 60, 0, "research"), 0))
        .isEqualTo(new ReservationAnswer.UnknownNode("r", "m1", "n1"));
    assertThat(f.claims.windows()).isEmpty();
  }

  @Test
  void strangersAreToldToGoTheirGraceBeforeAReservationBegins() {
    Job stays = f.job(gpus(1, 1), 0, true);
    Job done = f.job(gpus(1, 1), 50, true);
    Job owner = f.job(gpus(1, 1), 0, true, "mia", Optional.empty());
    f.run(stays, f.node(0), whole(0), 10_000);
    f.run(done, f.node(0), whole(1), 50);
    f.run(owner, f.node(0), whole(2), 10_000);
    Reservation r =
        new Reservation(
            "r",
            new Room.Nodes(Set.of(new NodeId("n0"))),
            Set.of(),
            Set.of("mia"),
            Instant.ofEpochMilli(60 * MINUTE),
            Optional.empty());
    f.claims.reserve(r, 0);
    assertThat(f.claims.nextDue(0)).isEqualTo(55 * MINUTE);
    assertThat(f.claims.overstays(55 * MINUTE - 1)).isEmpty();
    assertThat(f.claims.overstays(55 * MINUTE))
        .extracting(o -> o.holding().job)
        .containsExactly(new JobId(1));
    assertThat(f.claims.overstays(60 * MINUTE))
        .extracting(o -> o.holding().job)
        .containsExactly(new JobId(1), new JobId(2));
  }

  @Test
  void aReservationFollowsItsNode() {
    f.claims.reserve(reservation(new Room.Nodes(Set.of(new NodeId("n0"))), 0, 0), 0);
    Job planned = f.job(gpus(1, 1), 60, true);
    f.promise(planned, f.node(1), whole(0), 10, 20);
    f.ledger.fleet().leave(f.node(0));
    f.claims.left(f.node(0), 0);
    var back = f.join("n0", 4, 16);
    f.claims.joined(back, 0);
    assertThat(f.claims.on(back)).hasSize(1);
    f.ledger.fleet().leave(f.node(1));
    assertThat(f.claims.left(f.node(1), 0)).containsExactly(planned.id());
    assertThat(f.claims.of(planned.id())).isEmpty();
  }
}
