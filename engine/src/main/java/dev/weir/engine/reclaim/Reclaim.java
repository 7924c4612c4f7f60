package dev.weir.engine.reclaim;

import dev.weir.engine.act.Acts;
import dev.weir.engine.backfill.Useful;
import dev.weir.engine.budget.Budget;
import dev.weir.engine.claim.Claim;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.place.PlaceOptions;
import dev.weir.engine.place.Placement;
import dev.weir.engine.place.Placer;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.queue.QueueTree;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.PlanCause;
import dev.weir.model.action.Action.PlannedStart;
import dev.weir.model.action.Action.ResizeCause;
import dev.weir.model.action.Action.StopCause;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.Disruption.StopClass;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes room for a blocked job that is entitled to it: by its queue's guarantee or fair share, by
 * priority inside its queue, or by the policy's order.
 *
 * <p>Victims are chosen by the work that they lose, as in Themis (Mahajan et al., NSDI 2020) and
 * Tiresias (Gu et al., NSDI 2019) by device-time; the set is made inclusion-minimal (the reprieve
 * step of the Kubernetes scheduler), and of several sets the cheapest is taken. Shrinking and
 * moving come before suspending. The room that is freed belongs to the job from the same moment on.
 */
public final class Reclaim {
  /** Orders of victims, or domains, that are tried for one job. */
  private static final int ORDERS = 4;

  /** Part of what is left of the pass's budget that one job may use. */
  private static final long PART = 8;

  /** Candidates that are compared for one job, and running jobs of a queue that are looked at. */
  private static final int CANDIDATES = 2048;

  private static final int LOOKS = 16_384;

  private final Acts acts;
  private final Placer placer;
  private final Grounds grounds;
  private final QueueTree queues;
  private final Running running;
  private final Shield shield;
  private final Reach reach;
  private final Softer softer;
  private final BiPredicate<Job, Charge> quotaAllows;

  /**
   * @param quotaAllows whether the queues of the job have room for a charge, at the moment of the
   *     trial
   */
  public Reclaim(Acts acts, Placer placer, QueueTree queues, BiPredicate<Job, Charge> quotaAllows) {
    this.acts = acts;
    this.placer = placer;
    this.queues = queues;
    this.grounds = new Grounds(acts, queues);
    this.running = new Running(acts);
    this.shield = new Shield(acts);
    this.reach = new Reach(acts.ledger().fleet());
    this.softer = new Softer(acts, placer);
    this.quotaAllows = quotaAllows;
  }

  /**
   * Looks for victims and, when the job's landing is proven, tells them to make room and gives it
   * to the job.
   *
   * @return whether running jobs are making room for it now
   */
  public boolean makeRoom(Job job, Budget budget) {
    if (!acts.policy().reclaim().any() || budget.exhausted() || outOfReach(job)) {
      return false;
    }
    Budget part = budget.atMost(budget.left() / PART);
    Proposal proposal = proposal(job, part);
    budget.spend(part.used());
    if (proposal == null || !worthwhile(job, proposal)) {
      return false;
    }
    carryOut(job, proposal);
    return true;
  }

  /**
   * Makes room for a job without any entitlement by moving others: all of them to places that are
   * free already, and only when less device-time is lost than {@code gain}.
   *
   * @param mayMove who may be moved at this time, besides what protects every running job
   * @param gain device × ms
   * @return whether running jobs are making room for it now
   */
  public boolean moveAside(Job job, Predicate<Job> mayMove, double gain, Budget budget) {
    Budget part = budget.atMost(budget.left() / PART);
    Proposal proposal = moves(job, mayMove, part);
    budget.spend(part.used());
    if (proposal == null
        || proposal.landing.cost() >= gain
        || !proposal.fates.stream().allMatch(Softer.Fate.Moved.class::isInstance)
        || !worthwhile(job, proposal)) {
      return false;
    }
    carryOut(job, proposal);
    return true;
  }

  /** A quick no: nobody who runs may be disturbed, or as many victims as may be are too few. */
  private boolean outOfReach(Job job) {
    Collection<Holding> oldest = acts.ledger().holdings().values();
    if (oldest.isEmpty() || oldest.iterator().next().since > shield.latest()) {
      return true;
    }
    long victims = (long) mostVictims() + acts.ledger().stopping().size();
    return !reach.covers(job, perTask -> victims * running.mostGain(perTask));
  }

  private int mostVictims() {
    int most = acts.policy().reclaim().maxVictims();
    return most == 0 ? Integer.MAX_VALUE / 8 : most;
  }

  private @Nullable Proposal moves(Job job, Predicate<Job> mayMove, Budget part) {
    try (Trial _ = acts.ledger().trial()) {
      Set<Node> leaving = settleWhatIsUnderWay(job, part);
      Useful useful = Useful.of(acts.ledger(), job);
      List<Victim> found = new ArrayList<>();
      for (Running.Members members : running.byQueue().values()) {
        for (Holding h : members.newestFirst(shield.latest())) {
          Job other = acts.jobs().find(h.job);
          if (found.size() < CANDIDATES
              && part.spend(1)
              && other != null
              && other.holding == h
              && !shield.covers(other)
              && mayMove.test(other)
              && useful.helps(h)) {
            found.add(Victim.of(other, h, acts.now()));
          }
        }
      }
      found.sort(Victim.CHEAPEST_FIRST);
      Landing landing =
          found.isEmpty() ? null : cheapest(job, v -> Optional.of(StopCause.MOVE), found, part);
      if (landing == null || landing.victims().isEmpty()) {
        return null;
      }
      return new Proposal(landing, softer.fates(landing, leaving, true, part), freeAt(landing));
    }
  }

  /** A landing and what becomes of each victim. */
  private record Proposal(Landing landing, List<Softer.Fate> fates, long freeAt) {}

  private @Nullable Proposal proposal(Job job, Budget part) {
    try (Trial _ = acts.ledger().trial()) {
      Set<Node> leaving = settleWhatIsUnderWay(job, part);
      Charge gets = queues.leastCharge().of(job.shape);
      List<Victim> candidates = candidates(job, gets, part);
      if (candidates.isEmpty()) {
        return null;
      }
      Landing landing = cheapest(job, victim -> grounds.of(job, gets, victim), candidates, part);
      if (landing == null || landing.victims().isEmpty()) {
        return null;
      }
      List<Softer.Fate> fates =
          softer.fates(landing, leaving, acts.policy().reclaim().move(), part);
      return new Proposal(landing, fates, freeAt(landing));
    }
  }

  /**
   * What was decided before counts as done: those that are stopping are gone, and those for whom
   * room is being freed have their charge, so that nobody takes the same twice.
   *
   * @return the nodes that those who are stopping have not left yet
   */
  private Set<Node> settleWhatIsUnderWay(Job job, Budget part) {
    Set<Node> leaving = new LinkedHashSet<>();
    for (Holding h : List.copyOf(acts.ledger().stopping())) {
      part.spend(1);
      h.places.forEach(p -> leaving.add(p.node()));
      acts.lift(h);
    }
    for (Promise p : acts.claims().promises()) {
      Job other = acts.jobs().find(p.job());
      if (p.kind() == Claim.Kind.FREED && other != null && other != job) {
        queues.charge(
            grounds.queueOf(other),
            acts.ledger().charge(p.places()),
            other.spec.disruption().preemptible(),
            acts.now());
      }
    }
    return leaving;
  }

  private List<Victim> candidates(Job job, Charge gets, Budget part) {
    Useful useful = Useful.of(acts.ledger(), job);
    List<Victim> found = new ArrayList<>();
    for (Map.Entry<QueueId, Running.Members> entry : running.byQueue().entrySet()) {
      Queue queue = queues.find(entry.getKey());
      part.spend(1);
      if (queue != null
          && entry.getValue().anySince(shield.latest())
          && grounds.possible(job, gets, queue, entry.getValue().lowest())) {
        gather(job, gets, entry.getValue(), useful, part, found);
      }
    }
    return ranked(found);
  }

  private void gather(
      Job job,
      Charge gets,
      Running.Members members,
      Useful useful,
      Budget part,
      List<Victim> found) {
    int looks = 0;
    for (Holding h : members.newestFirst(shield.latest())) { // the newest have the least to lose
      if (found.size() >= CANDIDATES || ++looks > LOOKS || !part.spend(1)) {
        return;
      }
      Job other = acts.jobs().find(h.job);
      if (other == null || other.holding != h || shield.covers(other) || !useful.helps(h)) {
        continue;
      }
      Victim victim = Victim.of(other, h, acts.now());
      if (grounds.of(job, gets, victim).isPresent()) {
        found.add(victim);
      }
    }
  }

  /** Priorities compare inside a queue only: between queues it is the rank in one's own. */
  private static List<Victim> ranked(List<Victim> found) {
    Map<QueueId, TreeSet<Integer>> priorities = new TreeMap<>();
    for (Victim v : found) {
      priorities.computeIfAbsent(v.job().spec.queue(), q -> new TreeSet<>()).add(v.job().priority);
    }
    List<Victim> ranked = new ArrayList<>(found.size());
    for (Victim v : found) {
      TreeSet<Integer> own = priorities.getOrDefault(v.job().spec.queue(), new TreeSet<>());
      ranked.add(v.ranked(own.headSet(v.job().priority).size()));
    }
    ranked.sort(Victim.CHEAPEST_FIRST);
    return ranked;
  }

  private @Nullable Landing cheapest(
      Job job, LandingSearch.Ground ground, List<Victim> candidates, Budget part) {
    int most = mostVictims();
    if (!reach.covers(job, perTask -> Reach.gain(candidates, most, perTask))) {
      return null;
    }
    long end = acts.expectedEnd(job, acts.now());
    PlaceOptions options = PlaceOptions.now(acts.now(), end).with(PlaceOptions.Sizes.SMALLEST);
    LandingSearch search =
        new LandingSearch(
            acts,
            placer,
            job,
            options,
            ground,
            p -> quotaAllows.test(job, acts.ledger().charge(p.places())),
            most,
            part);
    Landing best = null;
    for (List<Victim> order :
        new NodePrices(acts.ledger().fleet(), job).orders(candidates, ORDERS)) {
      Landing found = search.find(order);
      if (found != null && (best == null || cheaper(found, best))) {
        best = found;
      }
    }
    return best;
  }

  private static boolean cheaper(Landing a, Landing b) {
    long lastA = a.victims().stream().filter(t -> t.victim().last()).count();
    long lastB = b.victims().stream().filter(t -> t.victim().last()).count();
    return lastA != lastB ? lastA < lastB : a.cost() < b.cost();
  }

  private static boolean gentle(Job job) {
    return job.spec.disruption().stop() != StopClass.CANNOT_CHECKPOINT;
  }

  private long freeAt(Landing landing) {
    long at = acts.now();
    for (Landing.Taken t : landing.victims()) {
      Job v = t.victim().job();
      long grace = gentle(v) ? v.spec.disruption().grace().toMillis() : 0;
      at = Math.max(at, acts.now() + grace);
    }
    return at;
  }

  /** Not when the job's planned start comes no later than the room would. */
  private boolean worthwhile(Job job, Proposal proposal) {
    return acts.claims()
        .of(job.id())
        .map(p -> p.kind() == Claim.Kind.PLANNED && p.from() > proposal.freeAt)
        .orElse(true);
  }

  private void carryOut(Job job, Proposal proposal) {
    Placement place = proposal.landing.placement();
    List<TaskPlacement> tasks = place.tasks();
    PlannedStart start = new PlannedStart(proposal.freeAt, place.variantList(), tasks);
    acts.plan(new Action.Plan(job.id(), Optional.of(start), PlanCause.FREED));
    for (Softer.Fate fate : proposal.fates) {
      switch (fate) {
        case Softer.Fate.Suspended s -> stop(s.taken(), job);
        case Softer.Fate.Shrunk s -> {
          boolean inPlace = s.taken().victim().job().spec.disruption().elasticInPlace();
          resize(s.taken().victim(), s.places(), inPlace, ResizeCause.SHRINK, job);
        }
        case Softer.Fate.Moved m -> {
          m.places().forEach(p -> acts.ledger().book(p.node(), p.ask(), p.devices()));
          resize(m.taken().victim(), m.places(), false, ResizeCause.MOVE, job);
        }
      }
    }
  }

  private void stop(Landing.Taken taken, Job job) {
    Job victim = taken.victim().job();
    acts.stop(
        new Action.Stop(
            taken.victim().holding().id,
            victim.id(),
            gentle(victim),
            victim.spec.disruption().grace(),
            taken.cause(),
            Optional.of(job.id())));
  }

  private void resize(
      Victim victim,
      List<Holding.Place> places,
      boolean inPlace,
      ResizeCause cause,
      Job beneficiary) {
    acts.resize(
        new Action.Resize(
            victim.holding().id,
            victim.job().id(),
            inPlace ? victim.job().incarnation : victim.job().incarnation + 1,
            new Placement(victim.holding().variants, places).tasks(),
            inPlace,
            cause,
            Optional.of(beneficiary.id())));
  }
}
