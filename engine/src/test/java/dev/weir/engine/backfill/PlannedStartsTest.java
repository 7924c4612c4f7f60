package dev.weir.engine.backfill;

import static dev.weir.engine.act.JobMaker.job;
import static dev.weir.engine.act.SmallWorld.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.act.SmallWorld;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.job.Job;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.PlanCause;
import dev.weir.model.event.Event.Health;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import dev.weir.model.policy.PolicySpec.Reclaim;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Planned starts in small worlds; several of them are tests of schedulers in the field. */
class PlannedStartsTest {
  private static SmallWorld world(BackfillMode mode, int depth) {
    return new SmallWorld(mode, depth, Reclaim.NEVER);
  }

  /** Nodes without devices, one task each: the nodes of a batch scheduler. */
  private static Job nodes(SmallWorld w, int priority, int count, long minutes) {
    return job(w).tasks(count, 0).cpus(8).priority(priority).limit(minutes).submit();
  }

  @Test
  void aShortJobPassesALargeOneWithoutDelayingIt() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(32, 0, 8);
    Job one = nodes(w, 10, 1, 10);
    Job all = nodes(w, 5, 32, 10);
    Job most = nodes(w, 1, 31, 5);
    w.pass();
    assertThat(w.running(one)).isTrue();
    assertThat(w.running(most)).isTrue();
    assertThat(w.plannedMinute(all)).isEqualTo(10);
    w.advanceTo(10);
    assertThat(w.running(all)).isTrue();
  }

  @Test
  void aJobThatWouldDelayThePlannedStartWaits() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(32, 0, 8);
    nodes(w, 10, 1, 10);
    Job all = nodes(w, 5, 32, 10);
    Job tooLong = nodes(w, 1, 31, 11);
    w.pass();
    assertThat(w.running(tooLong)).isFalse();
    w.advanceTo(10);
    assertThat(w.running(all)).isTrue();
  }

  @Test
  void nobodyOfLowerPriorityAndNotFewerNodesIsPlannedBeforeOneOfHigher() {
    SmallWorld w = world(BackfillMode.CONSERVATIVE, 0).nodes(32, 0, 8);
    int[][] shape = {
      {10, 6, 10},
      {9, 27, 15},
      {8, 28, 14},
      {7, 29, 13},
      {6, 30, 12},
      {5, 5, 10},
      {5, 5, 10},
      {1, 30, 11}
    };
    List<Job> jobs = new ArrayList<>();
    for (int[] s : shape) {
      jobs.add(nodes(w, s[0], s[1], s[2]));
    }
    w.pass();
    for (int i = 0; i < shape.length; i++) {
      for (int j = 0; j < shape.length; j++) {
        if (shape[i][0] > shape[j][0] && shape[i][1] <= shape[j][1]) {
          assertThat(start(w, jobs.get(i))).isLessThanOrEqualTo(start(w, jobs.get(j)));
        }
      }
    }
    assertThat(jobs.stream().map(j -> start(w, j)).toList())
        .containsExactly(0L, 10L, 25L, 39L, 52L, 0L, 0L, 64L);
  }

  private static long start(SmallWorld w, Job job) {
    return w.running(job) ? 0 : w.plannedMinute(job);
  }

  @Test
  void jobsThatCanNeverBePlannedDoNotEatTheDepth() {
    SmallWorld w = world(BackfillMode.EASY, 2).nodes(2, 4, 16);
    job(w).tasks(1, 1).submit(); // never ends
    for (int i = 0; i < 1000; i++) {
      job(w).tasks(2, 4).cpus(1 + i % 8).limit(60).submit();
    }
    Job a = job(w).tasks(1, 3).limit(10).submit();
    Job b = job(w).tasks(1, 4).limit(10).submit();
    Budget budget = Budget.unlimited();
    w.pass(budget);
    assertThat(w.running(a)).isTrue();
    assertThat(w.running(b)).isTrue();
    assertThat(w.planned()).isEmpty();
    assertThat(budget.used()).as("one search per shape").isLessThan(500);
  }

  @Test
  void aLargeJobIsNotStarvedByAStreamOfSmallOnes() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(2, 8, 64);
    for (int i = 0; i < 16; i++) {
      job(w).tasks(1, 1).limit(i < 8 ? 10 : 20).submit();
    }
    w.pass();
    Job large = job(w).tasks(2, 8).limit(30).submit();
    w.pass();
    assertThat(w.plannedMinute(large)).isEqualTo(20);
    List<Job> stream = new ArrayList<>();
    for (int minute = 1; minute <= 20; minute++) {
      for (int i = 0; i < 4; i++) {
        stream.add(job(w).tasks(1, 1).limit(10).submit());
      }
      w.advanceTo(minute);
    }
    assertThat(w.running(large)).isTrue();
    assertThat(
            stream.stream().filter(j -> j.firstStart >= 0 || j.holding != null || j.state.ended()))
        .as("those that end before it have used the room meanwhile")
        .isNotEmpty();
  }

  @Test
  void aPlanChoosesTheDevicesThatComeBackLast() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(1, 8, 64);
    for (int i = 0; i < 4; i++) {
      job(w).tasks(1, 1).limit(30).submit();
    }
    Job five = job(w).tasks(1, 4).limit(600).submit();
    w.pass();
    assertThat(w.running(five)).isTrue();
    Job four = job(w).tasks(1, 4).limit(60).submit();
    w.pass();
    assertThat(w.plannedMinute(four)).isEqualTo(30);
    // a world with two devices free: the plan leaves them to a job of any length
    SmallWorld v = world(BackfillMode.EASY, 1).nodes(1, 8, 64);
    for (int i = 0; i < 6; i++) {
      job(v).tasks(1, 1).limit(30).submit();
    }
    v.pass();
    Job planned = job(v).tasks(1, 6).limit(60).submit();
    v.pass();
    Job endless = job(v).tasks(1, 2).submit();
    v.pass();
    assertThat(v.plannedMinute(planned)).isEqualTo(30);
    assertThat(v.running(endless)).isTrue();
  }

  @Test
  void aPlanMovesEarlierWhenRoomIsBackSooner() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(1, 4, 16);
    job(w).tasks(1, 2).limit(60).runs(10).submit();
    job(w).tasks(1, 2).limit(40).submit();
    Job all = job(w).tasks(1, 4).limit(10).submit();
    w.pass();
    assertThat(w.plannedMinute(all)).isEqualTo(60);
    w.advanceTo(10);
    assertThat(w.plannedMinute(all)).isEqualTo(40);
    assertThat(w.actions)
        .filteredOn(a -> a instanceof Action.Plan p && p.cause() == PlanCause.EARLIER)
        .hasSize(1);
    w.advanceTo(40);
    assertThat(w.running(all)).isTrue();
  }

  @Test
  void anOverrunMovesThePlanAndKillsNobody() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(1, 4, 16);
    Job late = job(w).tasks(1, 4).limit(10).runs(25).submit();
    Job next = job(w).tasks(1, 4).limit(10).submit();
    w.pass();
    assertThat(w.plannedMinute(next)).isEqualTo(10);
    w.advanceTo(11);
    assertThat(w.running(late)).isTrue();
    assertThat(w.claims.of(next.id()).orElseThrow().from()).isGreaterThan(11 * MINUTE);
    for (int m = 12; m <= 25; m++) {
      w.advanceTo(m);
    }
    assertThat(w.running(next)).isTrue();
    assertThat(
            w.actions.stream()
                .filter(a -> a instanceof Action.Plan p && p.cause() == PlanCause.OVERRUN))
        .hasSizeBetween(1, 12);
  }

  @Test
  void aPlanThatCannotBeKeptIsDroppedAndBlocksNobody() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(1, 0, 4);
    Job p0 = job(w).tasks(1, 0).cpus(2).limit(10).runs(1000).submit();
    w.pass();
    Job p1 = job(w).tasks(1, 0).cpus(3).limit(1000).submit();
    w.pass();
    Job p2 = job(w).tasks(1, 0).cpus(1).limit(1000).submit();
    w.pass();
    assertThat(w.running(p2)).as("3 + 1 fit when p0 is gone").isTrue();
    Job p3 = job(w).tasks(1, 0).cpus(1).limit(1000).submit();
    w.pass();
    assertThat(w.running(p3)).isFalse();
    p1.notBefore = 500 * MINUTE; // its starts are refused
    w.pass();
    assertThat(w.claims.of(p1.id())).isEmpty();
    assertThat(w.running(p3)).isTrue();
    assertThat(w.running(p0)).isTrue();
  }

  @Test
  void aJobOfHigherStandingIsNotHeldBackByPlansBehindIt() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(2, 4, 16);
    job(w).tasks(1, 4).limit(60).submit();
    w.pass();
    Job both = job(w).tasks(2, 4).limit(60).submit();
    w.pass();
    assertThat(w.plannedMinute(both)).isEqualTo(60);
    Job high = job(w).tasks(1, 4).priority(5).limit(600).submit();
    w.pass();
    assertThat(w.running(high)).isTrue();
    assertThat(w.plannedMinute(both)).isEqualTo(600);
    assertThat(w.actions)
        .filteredOn(a -> a instanceof Action.Plan p && p.cause() == PlanCause.HIGHER_PRIORITY)
        .isNotEmpty();
  }

  @Test
  void theFirstBlockedJobsHoldTheDepth() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(2, 4, 16);
    job(w).tasks(1, 4).limit(60).submit();
    job(w).tasks(1, 4).limit(30).submit();
    w.pass();
    Job low = job(w).tasks(2, 4).limit(60).submit();
    w.pass();
    Job high = job(w).tasks(2, 4).priority(1).limit(60).submit();
    w.pass();
    assertThat(w.plannedMinute(high)).isEqualTo(60);
    assertThat(w.plannedMinute(low)).isEqualTo(-1);
  }

  @Test
  void aLostNodeMovesThePlansThatNeedIt() {
    SmallWorld w = world(BackfillMode.EASY, 1).nodes(2, 4, 16);
    job(w).tasks(1, 4).limit(60).submit();
    job(w).tasks(1, 4).limit(30).submit();
    w.pass();
    Job next = job(w).tasks(1, 4).limit(60).submit();
    w.pass();
    assertThat(w.plannedMinute(next)).isEqualTo(30);
    var place = w.claims.of(next.id()).orElseThrow().places().getFirst().node();
    w.ledger.fleet().health(place, Health.CORDONED);
    w.pass();
    assertThat(w.plannedMinute(next)).isEqualTo(60);
    assertThat(w.actions)
        .filteredOn(a -> a instanceof Action.Plan p && p.cause() == PlanCause.CAPACITY)
        .hasSize(2); // dropped, and planned anew
  }

  @Test
  void aSearchLeavesNoTrace() {
    SmallWorld w = world(BackfillMode.CONSERVATIVE, 0).nodes(4, 4, 16);
    for (int i = 0; i < 12; i++) {
      job(w).tasks(1 + i % 3, 1 + i % 4).limit(10 + i).submit();
    }
    w.pass();
    long before = w.hash();
    Job job = job(w).tasks(4, 4).limit(10).submit();
    new FutureRoom(w, w.placer).earliest(job, Long.MAX_VALUE, Budget.unlimited());
    assertThat(w.hash()).isEqualTo(before);
  }
}
