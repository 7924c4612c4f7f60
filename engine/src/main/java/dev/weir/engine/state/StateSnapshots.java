package dev.weir.engine.state;

import dev.weir.engine.claim.Claim;
import dev.weir.engine.claim.Promise;
import dev.weir.engine.claim.Window;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.FleetSnapshots;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.snapshot.EngineSnapshot;
import dev.weir.engine.snapshot.EngineSnapshot.Devices;
import dev.weir.engine.snapshot.EngineSnapshot.Limit;
import dev.weir.engine.snapshot.JobsSnapshot;
import dev.weir.engine.snapshot.JobsSnapshot.LiveJob;
import dev.weir.engine.snapshot.JobsSnapshot.Place;
import dev.weir.engine.snapshot.QueueSnapshot;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.job.JobState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The state to and from a snapshot. What can be derived is not taken but derived again: bookings
 * from what jobs hold, claims from promises and reservations, all indexes.
 */
public final class StateSnapshots {
  private final State state;
  private final Facts facts;

  public StateSnapshots(State state, Facts facts) {
    this.state = state;
    this.facts = facts;
  }

  // --- taking ---

  /**
   * Takes the state between two passes.
   *
   * @param pass number of the newest pass
   * @param hash of the state
   * @throws IllegalStateException when facts were folded that no pass has looked at
   */
  public EngineSnapshot snapshot(long pass, long hash) {
    if (!state.door.isEmpty() || !state.toStop.isEmpty() || !state.broken.isEmpty()) {
      throw new IllegalStateException("a snapshot is taken after a pass, not before it");
    }
    Set<Node> booked = new LinkedHashSet<>();
    List<LiveJob> live = new ArrayList<>(state.jobs.live().size());
    for (Job job : state.jobs.live()) {
      live.add(job(job));
      job.leaving.forEach(p -> booked.add(p.node()));
      job.lost.forEach(p -> booked.add(p.node()));
    }
    return new EngineSnapshot(
        state.now(),
        pass,
        state.nextAllocation(),
        state.dropped(),
        state.policy(),
        new FleetSnapshots(state.fleet).snapshot(booked),
        licences(),
        state.queues.snapshot(),
        state.queues.remembered(),
        state.jobs.snapshot(live),
        state.mix.snapshot(),
        state.expected.snapshot(),
        state.claims.windows().stream().map(StateSnapshots::window).toList(),
        state.alarms.all(),
        limits(),
        hash);
  }

  private Map<String, Integer> licences() {
    Map<String, Integer> totals = new TreeMap<>();
    state.ledger.licences().names().forEach(n -> totals.put(n, state.ledger.licences().total(n)));
    return totals;
  }

  private static EngineSnapshot.Window window(Window w) {
    List<Devices> room = new ArrayList<>(w.room().size());
    w.room().forEach((node, mask) -> room.add(new Devices(node, mask)));
    return new EngineSnapshot.Window(w.reservation(), room);
  }

  private List<Limit> limits() {
    List<Limit> limits = new ArrayList<>();
    state.limits.forEach(
        (at, jobs) -> {
          List<JobId> live =
              jobs.stream().filter(j -> state.jobs.find(j.id()) == j).map(Job::id).toList();
          if (!live.isEmpty()) {
            limits.add(new Limit(at, live));
          }
        });
    return limits;
  }

  private LiveJob job(Job job) {
    return new LiveJob(
        job.spec,
        job.sequence,
        job.submittedAt,
        job.priority,
        job.state,
        job.incarnation,
        Optional.ofNullable(job.holding).map(h -> holding(job, h)),
        Optional.ofNullable(job.planned),
        state.claims.of(job.id()).map(p -> promise(job, p)),
        Optional.ofNullable(job.forecast),
        job.runningSince,
        job.savedMillis,
        job.savedAt,
        job.attained,
        job.firstStart,
        job.waitingSince,
        job.refusals,
        job.notBefore,
        job.restarts,
        List.copyOf(job.disruptions),
        taken(job, job.leaving),
        taken(job, job.lost),
        job.timedOut,
        Optional.ofNullable(job.suspendedBy),
        job.cancelled,
        job.stopSent,
        Optional.ofNullable(job.beneficiary),
        job.victims,
        job.improvedAt);
  }

  private static JobsSnapshot.Holding holding(Job job, Holding h) {
    List<Integer> variants = new ArrayList<>(h.variants.length);
    for (int v : h.variants) {
      variants.add(v);
    }
    return new JobsSnapshot.Holding(
        h.id,
        h.incarnation,
        variants,
        taken(job, h.places),
        h.since,
        h.expectedEnd(),
        h.stopping());
  }

  private static JobsSnapshot.Promise promise(Job job, Promise p) {
    return new JobsSnapshot.Promise(
        p.kind() == Claim.Kind.FREED, p.from(), p.until(), taken(job, p.places()));
  }

  private static List<Place> taken(Job job, List<Holding.Place> places) {
    if (places.isEmpty()) {
      return List.of();
    }
    List<Place> all = new ArrayList<>(places.size());
    for (Holding.Place p : places) {
      all.add(new Place(p.role(), variant(job, p), p.task(), p.node().index, p.devices()));
    }
    return all;
  }

  private static int variant(Job job, Holding.Place p) {
    Ask[] variants = job.shape.asks()[p.role()];
    for (int v = 0; v < variants.length; v++) {
      if (variants[v] == p.ask()) {
        return v;
      }
    }
    throw new IllegalStateException(job + " holds room for a request that it never made");
  }

  // --- putting back ---

  /** Puts a snapshot into a state that knows nothing yet. */
  public void restore(EngineSnapshot s) {
    state.policy(s.policy());
    FleetSnapshots fleet = new FleetSnapshots(state.fleet);
    fleet.restore(s.fleet());
    state.ledger.licences().configure(s.licences());
    state.queues.configure(s.queues().stream().map(QueueSnapshot::spec).toList(), s.now());
    state.restore(s.now(), s.nextAllocation(), s.dropped());
    state.mix.restore(s.arrived(), state.ledger::ask);
    state.expected.restore(s.expected(), state.ledger::ask);
    Map<Job, LiveJob> live = new LinkedHashMap<>();
    state.jobs.restore(s.jobs(), live::put);
    live.forEach(this::fields);
    live.forEach(this::room);
    fleet.restoreHealth(s.fleet());
    facts.restored();
    live.forEach(this::claims);
    s.reservations().forEach(w -> state.claims.restore(w.reservation(), room(w)));
    live.keySet().forEach(this::wait);
    state.queues.restore(s.queues(), s.remembered());
    s.alarms().forEach(state.alarms::at);
    s.limits().forEach(this::limit);
  }

  private static NavigableMap<NodeId, Long> room(EngineSnapshot.Window w) {
    NavigableMap<NodeId, Long> room = new TreeMap<>();
    w.room().forEach(d -> room.put(d.node(), d.mask()));
    return room;
  }

  private void fields(Job job, LiveJob s) {
    job.priority = s.priority();
    job.state = s.state();
    job.incarnation = s.incarnation();
    job.planned = s.planned().orElse(null);
    job.forecast = s.forecast().orElse(null);
    job.runningSince = s.runningSince();
    job.savedMillis = s.savedMillis();
    job.savedAt = s.savedAt();
    job.attained = s.attained();
    job.firstStart = s.firstStart();
    job.waitingSince = s.waitingSince();
    job.refusals = s.refusals();
    job.notBefore = s.notBefore();
    job.restarts = s.restarts();
    job.disruptions.addAll(s.disruptions());
    job.timedOut = s.timedOut();
    job.suspendedBy = s.suspendedBy().orElse(null);
    job.cancelled = s.cancelled();
    job.stopSent = s.stopSent();
    job.beneficiary = s.beneficiary().orElse(null);
    job.victims = s.victims();
    job.improvedAt = s.improvedAt();
  }

  /** What the job holds, books, and is charged for. */
  private void room(Job job, LiveJob s) {
    job.leaving.addAll(places(job, s.leaving()));
    job.leaving.forEach(p -> state.ledger.book(p.node(), p.ask(), p.devices()));
    job.lost.addAll(places(job, s.lost()));
    s.holding().ifPresent(h -> hold(job, h));
  }

  private void hold(Job job, JobsSnapshot.Holding h) {
    List<Holding.Place> places = places(job, h.places());
    Holding holding =
        new Holding(
            h.id(),
            job.id(),
            h.incarnation(),
            h.variants().stream().mapToInt(Integer::intValue).toArray(),
            places,
            state.ledger.charge(places),
            h.since());
    job.holding = holding;
    state.ledger.hold(holding);
    state.ledger.expectEnd(holding, h.expectedEnd());
    state.ledger.stopping(holding, h.stopping());
    state.queues.charge(
        state.queueOf(job), holding.charge, job.spec.disruption().preemptible(), state.now());
  }

  private List<Holding.Place> places(Job job, List<Place> places) {
    List<Holding.Place> all = new ArrayList<>(places.size());
    for (Place p : places) {
      all.add(
          new Holding.Place(
              p.role(),
              p.task(),
              job.shape.asks()[p.role()][p.variant()],
              state.fleet.node(p.node()),
              p.devices()));
    }
    return all;
  }

  private void claims(Job job, LiveJob s) {
    s.promise()
        .ifPresent(
            p ->
                state.claims.promise(
                    new Promise(
                        job.id(),
                        p.freed() ? Claim.Kind.FREED : Claim.Kind.PLANNED,
                        p.from(),
                        p.until(),
                        places(job, p.places()))));
  }

  private void wait(Job job) {
    if (job.state == JobState.QUEUED) {
      state.queueOf(job).waiting().enqueue(job, state.now());
    }
  }

  private void limit(Limit limit) {
    Set<Job> jobs = new LinkedHashSet<>();
    limit.jobs().forEach(id -> jobs.add(state.jobs.get(id)));
    state.limits.put(limit.at(), jobs);
  }
}
