package dev.weir.engine.backfill;

import static dev.weir.engine.act.JobMaker.job;
import static dev.weir.engine.act.SmallWorld.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.act.SmallWorld;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.job.Job;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.PlanCause;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import dev.weir.model.policy.PolicySpec.Reclaim;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** What holds in every world in which jobs end by their limits. */
class PlannedStartsProperties {
  /** A random job of one or several tasks. */
  private static Job any(SmallWorld w, Random random, boolean priorities) {
    int devices = random.nextInt(5);
    long limit = 1 + random.nextInt(40);
    return job(w)
        .tasks(1 + random.nextInt(4), devices)
        .cpus(1 + random.nextInt(6))
        .priority(priorities ? random.nextInt(3) : 0)
        .limit(limit)
        .runs(random.nextInt(3) == 0 ? 1 + random.nextInt((int) limit) : limit)
        .submit();
  }

  @Property(tries = 60)
  void nobodyStartsLaterThanPlannedBecauseOfOthersOfNoHigherStanding(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed, @ForAll boolean conservative) {
    Random random = new Random(seed);
    SmallWorld w =
        new SmallWorld(
                conservative ? BackfillMode.CONSERVATIVE : BackfillMode.EASY, 2, Reclaim.NEVER)
            .nodes(2 + random.nextInt(4), 4, 16);
    Map<JobId, Long> promised = new HashMap<>();
    int seen = 0;
    for (int minute = 0; minute < 60; minute++) {
      for (int i = random.nextInt(3); i > 0; i--) {
        any(w, random, false);
      }
      w.advanceTo(minute);
      for (Action action : w.actions.subList(seen, w.actions.size())) {
        switch (action) {
          case Action.Plan p -> {
            assertThat(p.cause()).isIn(PlanCause.NEW, PlanCause.EARLIER);
            long at = p.planned().orElseThrow().at();
            assertThat(at).isLessThan(promised.getOrDefault(p.job(), Long.MAX_VALUE));
            promised.put(p.job(), at);
          }
          case Action.Start s ->
              assertThat(w.now)
                  .isLessThanOrEqualTo(promised.getOrDefault(s.allocation().job(), Long.MAX_VALUE));
          default -> throw new AssertionError(action);
        }
      }
      seen = w.actions.size();
      promised.forEach(
          (id, at) ->
              assertThat(w.jobs.find(id) == null || at >= w.now || w.running(w.jobs.get(id)))
                  .isTrue());
    }
  }

  @Property(tries = 40)
  void aPlanMovesLaterOnlyWithACause(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed, @ForAll boolean conservative) {
    Random random = new Random(seed);
    SmallWorld w =
        new SmallWorld(
                conservative ? BackfillMode.CONSERVATIVE : BackfillMode.EASY, 2, Reclaim.NEVER)
            .nodes(2 + random.nextInt(4), 4, 16);
    for (int minute = 0; minute < 40; minute++) {
      for (int i = random.nextInt(4); i > 0; i--) {
        any(w, random, true);
      }
      w.advanceTo(minute); // the world checks every pass
    }
    assertThat(w.actions).isNotEmpty();
  }

  @Property(tries = 40)
  void claimsNeverExceedTheRoom(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    Random random = new Random(seed);
    SmallWorld w =
        new SmallWorld(BackfillMode.CONSERVATIVE, 0, Reclaim.NEVER)
            .nodes(2 + random.nextInt(3), 4, 16);
    for (int i = 0; i < 30; i++) {
      any(w, random, false);
    }
    w.pass();
    for (Promise p : w.claims.promises()) {
      for (Promise q : w.claims.promises()) {
        if (p.job().compareTo(q.job()) < 0 && p.from() < q.until() && q.from() < p.until()) {
          assertApart(p, q);
        }
      }
    }
    // whoever waits has a plan, and each plan is after now
    for (Job job : w.jobs.live()) {
      boolean possible = smallEnough(w, job.spec);
      if (!w.running(job) && possible) {
        assertThat(w.plannedMinute(job) * MINUTE).isGreaterThan(w.now);
      }
    }
  }

  private static boolean smallEnough(SmallWorld w, JobSpec spec) {
    int tasks = spec.roles().getFirst().count();
    return tasks <= w.ledger.fleet().nodes().size();
  }

  private static void assertApart(Promise p, Promise q) {
    p.places()
        .forEach(
            a ->
                q.places().stream()
                    .filter(b -> b.node() == a.node())
                    .forEach(
                        b ->
                            assertThat(a.devices().mask() & b.devices().mask())
                                .as("devices of %s promised twice", a.node())
                                .isZero()));
  }

  @Property(tries = 30)
  void theSameWorldDecidesTheSame(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    assertThat(run(seed)).isEqualTo(run(seed));
  }

  private static List<Action> run(long seed) {
    Random random = new Random(seed);
    SmallWorld w = new SmallWorld(BackfillMode.EASY, 3, Reclaim.NEVER).nodes(4, 4, 16);
    for (int minute = 0; minute < 20; minute++) {
      any(w, random, true);
      any(w, random, true);
      w.advanceTo(minute);
    }
    return List.copyOf(w.actions);
  }
}
