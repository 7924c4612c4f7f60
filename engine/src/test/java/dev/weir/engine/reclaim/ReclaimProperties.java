package dev.weir.engine.reclaim;

import static dev.weir.engine.act.JobMaker.job;
import static dev.weir.engine.act.SmallWorld.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.act.SmallWorld;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.claim.Claim;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.model.action.Action;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;

/** What holds whoever is disturbed for whom. */
class ReclaimProperties {
  private static final PolicySpec.Reclaim PRIORITY =
      new PolicySpec.Reclaim(false, false, true, false, false, 32, 0, Duration.ZERO);

  private static SmallWorld full(Random random) {
    SmallWorld w =
        new SmallWorld(BackfillMode.GREEDY, 0, PRIORITY).nodes(2 + random.nextInt(5), 4, 32);
    for (int i = 0; i < 24; i++) {
      job(w)
          .tasks(1 + random.nextInt(2), random.nextInt(4))
          .cpus(1 + random.nextInt(8))
          .priority(random.nextInt(3))
          .submit();
    }
    w.pass();
    w.now = 30 * MINUTE;
    for (Job j : w.jobs.live()) {
      j.savedAt = random.nextInt(30) * MINUTE;
    }
    return w;
  }

  private static Job taker(SmallWorld w, Random random) {
    return job(w)
        .tasks(1 + random.nextInt(3), 1 + random.nextInt(4))
        .cpus(1 + random.nextInt(4))
        .priority(2 + random.nextInt(3))
        .submit();
  }

  @Property(tries = 200)
  void noVictimCanBeLeftOutAndTheLandingIsWhole(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    Random random = new Random(seed);
    SmallWorld w = full(random);
    Job taker = taker(w, random);
    if (fits(w, taker, List.of())) {
      return;
    }
    long before = w.hash();
    int from = w.actions.size();
    Reclaim reclaim = new Reclaim(w, w.placer, w.queues, (j, c) -> true);
    boolean made = reclaim.makeRoom(taker, Budget.unlimited());
    List<Job> victims =
        w.actions.subList(from, w.actions.size()).stream()
            .filter(Action.Stop.class::isInstance)
            .map(a -> w.jobs.get(((Action.Stop) a).job()))
            .toList();
    if (!made) {
      assertThat(w.hash()).as("nothing happened").isEqualTo(before);
      assertThat(victims).isEmpty();
      return;
    }
    assertThat(victims).isNotEmpty().allMatch(v -> v.priority < taker.priority);
    w.claims.withdraw(taker.id());
    assertThat(fits(w, taker, victims)).isTrue();
    for (Job spared : victims) {
      List<Job> rest = victims.stream().filter(v -> v != spared).toList();
      assertThat(fits(w, taker, rest)).as("%s was not needed", spared).isFalse();
    }
  }

  private static boolean fits(SmallWorld w, Job taker, List<Job> gone) {
    try (Trial _ = w.trial()) {
      gone.forEach(v -> w.lift(v.holding));
      return w.placer.place(taker, PlaceOptions.now(w.now, Long.MAX_VALUE)).isPresent();
    }
  }

  @Property(tries = 100)
  void theBeneficiaryStartsWhenItsVictimsAreGone(
      @ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
    Random random = new Random(seed);
    SmallWorld w = full(random);
    Reclaim reclaim = new Reclaim(w, w.placer, w.queues, (j, c) -> true);
    w.makeRoom =
        j ->
            w.claims.of(j.id()).filter(p -> p.kind() == Claim.Kind.FREED).isPresent()
                || reclaim.makeRoom(j, Budget.unlimited());
    Job taker = taker(w, random);
    w.pass();
    boolean promised = w.claims.of(taker.id()).isPresent();
    taker(w, random).priority = 0; // comes late and must not take the room
    w.settle();
    w.pass();
    assertThat(w.running(taker) || !promised).isTrue();
  }
}
