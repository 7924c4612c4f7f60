package dev.weir.engine.reclaim;

import static dev.weir.engine.act.JobMaker.job;
import static dev.weir.engine.act.SmallWorld.A100;
import static dev.weir.engine.act.SmallWorld.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.act.SmallWorld;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.claim.Claim;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Resources;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.ResizeCause;
import dev.weir.model.action.Action.StopCause;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.Resource;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.Disruption.StopClass;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import dev.weir.model.policy.PolicySpec.Reclaim;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.unit.Bytes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Who is disturbed for whom; several cases are tests of schedulers in the field. */
class ReclaimTest {
  private static final Reclaim PRIORITY =
      new Reclaim(false, false, true, false, false, 16, 0, Duration.ZERO);
  private static final Reclaim QUEUES =
      new Reclaim(true, false, true, false, false, 16, 0, Duration.ZERO);

  private static SmallWorld world(Reclaim reclaim) {
    SmallWorld w = new SmallWorld(BackfillMode.GREEDY, 0, reclaim);
    var maker = new dev.weir.engine.reclaim.Reclaim(w, w.placer, w.queues, (j, charge) -> true);
    w.makeRoom =
        j ->
            w.claims.of(j.id()).filter(p -> p.kind() == Claim.Kind.FREED).isPresent()
                || maker.makeRoom(j, Budget.unlimited());
    return w;
  }

  private static QueueSpec queue(String name, long devices) {
    return new QueueSpec(
        new QueueId(name),
        Optional.empty(),
        devices < 0 ? Map.of() : Map.of(Resource.DEVICES, devices * 1000),
        Map.of(),
        1,
        0);
  }

  private static List<Action.Stop> stops(List<Action> actions) {
    return actions.stream()
        .filter(Action.Stop.class::isInstance)
        .map(Action.Stop.class::cast)
        .toList();
  }

  @Test
  void exactlyOneVictimWhereOneIsEnough() {
    SmallWorld w = world(PRIORITY).nodes(11, 1, 8);
    for (int i = 0; i < 11; i++) {
      job(w).tasks(1, 1).submit();
    }
    w.pass();
    Job high = job(w).tasks(1, 1).priority(10).submit();
    assertThat(stops(w.pass()))
        .singleElement()
        .satisfies(
            s -> {
              assertThat(s.beneficiary()).contains(high.id());
              assertThat(s.cause()).isEqualTo(StopCause.PRIORITY);
              assertThat(s.gentle()).isTrue();
            });
    assertThat(stops(w.pass())).as("nothing more is taken in the next pass").isEmpty();
  }

  @Test
  void theFreedRoomBelongsToTheJobItWasFreedFor() {
    SmallWorld w = world(PRIORITY).nodes(1, 1, 8);
    Job low = job(w).tasks(1, 1).submit();
    w.pass();
    Job high = job(w).tasks(1, 1).priority(10).submit();
    w.pass();
    Job late = job(w).tasks(1, 1).submit();
    w.settle();
    w.pass();
    assertThat(w.running(high)).isTrue();
    assertThat(w.running(late)).isFalse();
    assertThat(w.running(low)).isFalse();
  }

  @Test
  void aGuaranteeIsTakenBackCompletely() {
    SmallWorld w = world(QUEUES).queues(queue("l", -1), queue("h", 4)).nodes(1, 4, 16);
    for (int i = 0; i < 4; i++) {
      job(w).in("l").tasks(1, 1).submit();
    }
    w.pass();
    List<Job> mine = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      mine.add(job(w).in("h").tasks(1, 1).submit());
    }
    assertThat(stops(w.pass()))
        .hasSize(4)
        .allSatisfy(s -> assertThat(s.cause()).isEqualTo(StopCause.RECLAIM_GUARANTEE));
    w.settle();
    w.pass();
    assertThat(mine.stream().filter(w::running)).hasSize(4);
    assertThat(stops(w.pass())).isEmpty();
  }

  @Test
  void nothingIsTakenFromTheWrongDevices() {
    SmallWorld w = world(PRIORITY);
    DeviceModel h20 = DeviceModel.of("H20", new Bytes(96L << 30));
    DeviceModel l40 = DeviceModel.of("L40S", new Bytes(48L << 30));
    w.node("h", h20, 2, 16, Map.of());
    w.node("l", l40, 2, 16, Map.of());
    job(w).tasks(2, 1).on("H20").priority(50).submit();
    job(w).tasks(2, 1).on("L40S").submit();
    w.pass();
    job(w).tasks(1, 1).on("H20").priority(10).submit();
    assertThat(stops(w.pass())).isEmpty();
  }

  @Test
  void exchangesBetweenQueuesComeToRest() {
    SmallWorld w =
        world(new Reclaim(true, true, true, false, false, 64, 0, Duration.ZERO))
            .queues(queue("a", 150), queue("b", 150), queue("be", 0))
            .nodes(300, 1, 8);
    job(w).in("a").tasks(250, 1).submit();
    w.pass();
    job(w).in("be").tasks(50, 1).submit();
    job(w).in("a").tasks(50, 1).submit();
    int last = 0;
    for (int i = 1; i <= 100; i++) {
      last = stops(w.pass()).isEmpty() ? last : i;
      w.settle();
    }
    assertThat(last).isLessThanOrEqualTo(10);
  }

  @Test
  void theNewestOfEqualsGoesAndComesBackBeforeLaterOnes() {
    SmallWorld w = world(PRIORITY).nodes(2, 1, 8);
    Job e1 = job(w).tasks(1, 1).submit();
    w.pass();
    w.now = MINUTE;
    Job e2 = job(w).tasks(1, 1).submit();
    w.pass();
    w.now = 2 * MINUTE;
    Job e3 = job(w).tasks(1, 1).submit();
    w.pass();
    Job e4 = job(w).tasks(1, 1).priority(5).submit();
    assertThat(stops(w.pass())).extracting(Action.Stop::job).containsExactly(e2.id());
    w.settle();
    w.pass();
    assertThat(w.running(e4)).isTrue();
    w.end(e4, true);
    w.pass();
    assertThat(w.running(e1)).isTrue();
    assertThat(w.running(e2)).isTrue();
    assertThat(w.running(e3)).isFalse();
  }

  @Test
  void priorityProtectsNobodyAboveTheGuarantee() {
    SmallWorld w = world(QUEUES).queues(queue("a", 4), queue("b", 8)).nodes(3, 4, 16);
    job(w).in("a").tasks(1, 4).submit();
    Job over = job(w).in("a").tasks(1, 4).priority(100).submit();
    job(w).in("b").tasks(1, 4).submit();
    w.pass();
    Job entitled = job(w).in("b").tasks(1, 4).priority(50).submit();
    w.pass();
    w.settle();
    w.pass();
    assertThat(w.running(entitled)).isTrue();
    assertThat(w.queues.find(new QueueId("b")).booked(Resources.DEVICES)).isEqualTo(8000);
    assertThat(w.queues.find(new QueueId("a")).booked(Resources.DEVICES)).isEqualTo(4000);
    assertThat(over.spec.priority()).isEqualTo(100);
  }

  @Test
  void nothingIsTakenWithoutACompleteLanding() {
    SmallWorld w = world(PRIORITY).nodes(2, 4, 16);
    job(w).tasks(1, 2).priority(20).submit();
    for (int i = 0; i < 6; i++) {
      job(w).tasks(1, 1).submit();
    }
    w.pass();
    long before = w.hash();
    job(w).tasks(2, 4).priority(10).submit();
    assertThat(w.pass()).isEmpty();
    assertThat(w.hash()).isEqualTo(before);
  }

  @Test
  void wholeNodesAreClearedWhereItIsCheapest() {
    SmallWorld w = world(PRIORITY).nodes(3, 4, 16);
    for (int i = 0; i < 12; i++) {
      job(w).tasks(1, 1).submit();
    }
    w.pass();
    w.now = 60 * MINUTE;
    for (Job j : w.jobs.live()) {
      boolean onLast = j.holding.places.getFirst().node().index == 2;
      j.savedAt = onLast ? w.now : 0;
    }
    Job high = job(w).tasks(1, 4).priority(10).submit();
    List<Action.Stop> stops = stops(w.pass());
    assertThat(stops).hasSize(4);
    assertThat(w.claims.of(high.id()).orElseThrow().places().getFirst().node().index).isEqualTo(2);
  }

  @Test
  void victimsOutsideTheRequiredDomainAreLeftAlone() {
    SmallWorld w = world(PRIORITY);
    w.ledger.fleet().configure(new TopologySpec(List.of(new TopologySpec.Level("rack", "rack"))));
    for (int n = 0; n < 4; n++) {
      w.node("n" + n, A100, 2, 16, Map.of("rack", "r" + n / 2));
    }
    for (int i = 0; i < 4; i++) {
      job(w).tasks(1, 2).priority(i < 1 ? 20 : 0).submit();
    }
    w.pass();
    Job high = job(w).tasks(2, 2).priority(10).require("rack").submit();
    w.pass();
    assertThat(w.claims.of(high.id()).orElseThrow().places())
        .allMatch(p -> p.node().spec().labels().get("rack").equals("r1"));
  }

  @Test
  void anElasticVictimGoesOnWithFewerTasksElsewhereWhenNothingOfItsPlaceIsLeft() {
    SmallWorld w =
        world(new Reclaim(false, false, true, false, true, 16, 0, Duration.ZERO)).nodes(2, 4, 16);
    Job elastic = job(w).tasks(4, 1).sizes(2, 4).submit();
    job(w).tasks(1, 2).priority(20).submit();
    w.pass();
    Job high = job(w).tasks(1, 4).priority(10).submit();
    List<Action> actions = w.pass();
    assertThat(stops(actions)).isEmpty();
    assertThat(actions)
        .filteredOn(Action.Resize.class::isInstance)
        .singleElement()
        .satisfies(a -> assertThat(((Action.Resize) a).tasks()).hasSize(2));
    w.settle();
    w.pass();
    assertThat(w.running(high)).isTrue();
    assertThat(w.running(elastic)).isTrue();
  }

  @Test
  void aFragmentedFleetIsClearedByMoving() {
    SmallWorld w =
        world(new Reclaim(false, false, true, false, true, 16, 0, Duration.ZERO)).nodes(2, 4, 16);
    job(w).tasks(1, 2).submit();
    Job two = job(w).tasks(1, 2).submit();
    w.pass();
    Job three = job(w).tasks(1, 1).submit();
    w.pass();
    w.end(two, true);
    Job high = job(w).tasks(1, 4).priority(10).submit();
    w.pass();
    w.settle();
    w.pass();
    assertThat(w.running(high)).isTrue();
    assertThat(w.running(three)).isTrue();
  }

  @Test
  void protectionCapsAndClassesAreKept() {
    SmallWorld w =
        world(new Reclaim(false, false, true, false, false, 16, 1, Duration.ofMinutes(10)))
            .nodes(1, 1, 8);
    Job low = job(w).tasks(1, 1).submit();
    w.pass();
    Job high = job(w).tasks(1, 1).priority(10).submit();
    w.now = 9 * MINUTE;
    assertThat(stops(w.pass())).as("protected").isEmpty();
    w.now = 10 * MINUTE + 1;
    assertThat(stops(w.pass())).hasSize(1);
    w.settle();
    w.pass();
    w.end(high, true);
    w.pass();
    assertThat(w.running(low)).isTrue();
    w.now = 40 * MINUTE;
    job(w).tasks(1, 1).priority(10).submit();
    assertThat(stops(w.pass())).as("once an hour").isEmpty();

    SmallWorld v = world(PRIORITY).nodes(3, 1, 8);
    job(v).tasks(1, 1).disruption(Disruption.DEFAULT.withPreemptible(false)).submit();
    job(v)
        .tasks(1, 1)
        .disruption(Disruption.DEFAULT.withStop(StopClass.CANNOT_CHECKPOINT))
        .submit();
    Job saves = job(v).tasks(1, 1).submit();
    v.pass();
    v.now = MINUTE;
    job(v).tasks(1, 1).priority(10).submit();
    assertThat(stops(v.pass())).extracting(Action.Stop::job).containsExactly(saves.id());
    job(v).tasks(1, 1).priority(10).submit();
    assertThat(stops(v.pass())).singleElement().satisfies(s -> assertThat(s.gentle()).isFalse());
    job(v).tasks(1, 1).priority(10).submit();
    assertThat(stops(v.pass())).isEmpty();
  }

  @Test
  void aShrinkCarriesItsCause() {
    SmallWorld w = world(PRIORITY).nodes(1, 4, 16);
    job(w).tasks(4, 1).sizes(1, 2, 4).submit();
    w.pass();
    job(w).tasks(1, 1).priority(1).submit();
    assertThat(w.pass())
        .filteredOn(Action.Resize.class::isInstance)
        .singleElement()
        .satisfies(
            a -> {
              Action.Resize r = (Action.Resize) a;
              assertThat(r.cause()).isEqualTo(ResizeCause.SHRINK);
              assertThat(r.tasks()).hasSize(2);
            });
  }
}
