package dev.weir.engine.state;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.model.event.Event;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Role;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Predicate;

/**
 * What each event does to the state; the table is docs/state-machine.md. An event that names
 * something unknown, something that has ended or an older incarnation is dropped and counted.
 */
public final class Facts {
  private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(10);
  private static final Duration LONGEST_BACK_OFF = Duration.ofMinutes(10);

  private final State state;
  private final Decisions decisions;
  private final Holdings holdings;
  private final FleetFacts fleet;

  public Facts(State state, Decisions decisions) {
    this.state = state;
    this.decisions = decisions;
    this.holdings = decisions.holdings();
    this.fleet = new FleetFacts(state, this, decisions.holdings());
  }

  /** Folds one event that became a fact at journal time {@code at}. */
  public void fold(long at, Event event) {
    state.advance(at);
    switch (event) {
      case Event.TopologyConfigured e -> state.fleet.configure(e.topology());
      case Event.QueuesConfigured e -> {
        state.queues.configure(e.queues(), state.now());
        state.touch();
      }
      case Event.LicencesConfigured e -> {
        state.ledger.licences().configure(e.licences());
        state.touch();
      }
      case Event.PolicyConfigured e -> state.policy(e.policy());
      case Event.JobSubmitted e -> submitted(e.job());
      case Event.JobCancelled e -> live(e.job(), this::cancelled);
      case Event.JobSuspended e -> live(e.job(), job -> suspended(job, e.by()));
      case Event.JobResumed e -> live(e.job(), this::resumed);
      case Event.PriorityChanged e -> live(e.job(), job -> priority(job, e.priority()));
      case Event.ReservationMade e -> fleet.reserve(e.reservation());
      case Event.ReservationEnded e -> fleet.unreserve(e.name());
      case Event.NodeJoined e -> fleet.joined(e.node());
      case Event.NodeLeft e -> fleet.left(e.node(), e.uid());
      case Event.NodeHealthChanged e -> fleet.health(e.node(), e.health());
      case Event.DeviceHealthChanged e -> fleet.device(e.node(), e.device(), e.healthy());
      case Event.MigLayoutObserved e -> fleet.layout(e.node(), e.device(), e.layout());
      case Event.AllocationStarted e -> present(e.job(), e.incarnation(), this::started);
      case Event.StartRefused e -> present(e.job(), e.incarnation(), this::refused);
      case Event.CheckpointCompleted e -> present(e.job(), e.incarnation(), this::checkpointed);
      case Event.TaskLost e ->
          present(
              e.job(),
              e.incarnation(),
              (job, h) -> lose(job, h, p -> p.role() == e.role() && p.task() == e.task()));
      case Event.AllocationEnded e ->
          present(e.job(), e.incarnation(), (job, h) -> ended(job, h, e.end()));
      case Event.AllocationResized e -> present(e.job(), e.incarnation(), this::resized);
      case Event.DurationForecastMade e ->
          live(
              e.job(),
              job -> {
                job.forecast = e.forecast();
                rekey(job);
                if (job.holding != null) {
                  state.expect(job, job.holding);
                }
              });
      case Event.DemandForecastMade e -> {
        state.expected.replace(e.forecast(), state.ledger::ask);
        state.touch();
      }
      case Event.SettingChanged e -> {} // concerns what is around the engine
      case Event.TimePassed e -> {}
      case Event.StateRecovered e -> state.recovered();
    }
  }

  /** The fleet's capacity, after a snapshot was put back. */
  void restored() {
    fleet.restored();
  }

  private void live(dev.weir.model.id.JobId id, java.util.function.Consumer<Job> then) {
    Job job = state.jobs.find(id);
    if (job == null) {
      state.drop();
    } else {
      then.accept(job);
    }
  }

  private interface Present {
    void then(Job job, Holding holding);
  }

  /** Only for the incarnation that holds room now: older ones are history. */
  private void present(dev.weir.model.id.JobId id, int incarnation, Present present) {
    Job job = state.jobs.find(id);
    Holding holding = job == null ? null : job.holding;
    if (job == null || holding == null || job.incarnation != incarnation) {
      state.drop();
    } else {
      present.then(job, holding);
    }
  }

  private void submitted(JobSpec spec) {
    if (state.jobs.known(spec.id())) {
      state.drop();
      return;
    }
    Job job = state.jobs.add(spec, state.now());
    state.door.add(job);
    for (int r = 0; r < spec.roles().size(); r++) {
      Role role = spec.roles().get(r);
      state.mix.arrived(job.shape.asks()[r][0], role.tasks(0, role.count()));
    }
  }

  private void rekey(Job job) {
    if (job.state == JobState.QUEUED && !state.door.contains(job)) {
      state.queueOf(job).waiting().rekey(job, state.now());
    }
  }

  private void cancelled(Job job) {
    if (job.holding != null) {
      job.cancelled = true;
      job.state = JobState.CANCELLING;
      state.toStop.add(job);
    } else {
      leaveQueue(job);
      state.end(job, JobState.CANCELLED);
    }
  }

  private void leaveQueue(Job job) {
    decisions.clearPlan(job);
    if (!state.door.remove(job) && job.state == JobState.QUEUED) {
      state.queueOf(job).waiting().dequeue(job);
    }
  }

  private void suspended(Job job, String by) {
    job.suspendedBy = by;
    if (job.holding != null) {
      state.toStop.add(job);
    } else if (job.state == JobState.QUEUED) {
      leaveQueue(job);
      job.state = JobState.SUSPENDED;
      state.touch();
    }
  }

  private void resumed(Job job) {
    job.suspendedBy = null;
    if (!job.stopSent && !job.cancelled) {
      state.toStop.remove(job);
    }
    if (job.state == JobState.SUSPENDED) {
      job.waitingSince = state.now();
      decisions.enqueue(job);
    }
  }

  private void priority(Job job, int priority) {
    job.priority = priority;
    if (job.holding != null) {
      state.ledger.changed(job.holding);
    }
    rekey(job);
    state.touch();
  }

  private void started(Job job, Holding holding) {
    switch (job.state) {
      case STARTING, RESTARTING, RESIZING -> {
        job.state = JobState.RUNNING;
        run(job, holding);
      }
      // the stop overtook the start; the run counts from now all the same
      case CHECKPOINTING, CANCELLING -> run(job, holding);
      default -> state.drop();
    }
  }

  private void run(Job job, Holding holding) {
    if (job.runningSince != Job.NOT_RUNNING) {
      state.drop();
      return;
    }
    job.runningSince = state.now();
    job.savedAt = state.now();
    job.refusals = 0;
    job.notBefore = Long.MIN_VALUE;
    holdings.releaseLeaving(job);
    madeRoom(job);
    state.expect(job, holding);
    job.spec
        .timeLimit()
        .ifPresent(
            limit -> {
              long end = state.now() + limit.toMillis();
              state.limits.computeIfAbsent(end, e -> new LinkedHashSet<>()).add(job);
              state.alarms.at(end);
            });
  }

  private void resized(Job job, Holding holding) {
    if (job.state != JobState.RESIZING) {
      state.drop();
      return;
    }
    job.state = JobState.RUNNING;
    holdings.releaseLeaving(job);
    madeRoom(job);
    state.expect(job, holding);
  }

  private void refused(Job job, Holding holding) {
    if (job.runningSince != Job.NOT_RUNNING) {
      state.drop();
      return;
    }
    holdings.release(job, holding);
    job.lost.clear();
    job.refusals++;
    job.notBefore = state.now() + backOff(job.refusals);
    wait(job);
  }

  /** Pause before a try after so many bad ones: 10 s, doubled each time, at most 10 min. */
  private static long backOff(int bad) {
    return Math.min(
        LONGEST_BACK_OFF.toMillis(), FIRST_BACK_OFF.toMillis() << Math.min(10, bad - 1));
  }

  private void checkpointed(Job job, Holding holding) {
    if (job.runningSince == Job.NOT_RUNNING) {
      state.drop();
      return;
    }
    job.savedMillis += Math.max(0, state.now() - job.savedAt);
    job.savedAt = state.now();
  }

  /** Tasks of a holding are lost. */
  void lose(Job job, Holding holding, Predicate<Holding.Place> which) {
    List<Holding.Place> lost = holding.places.stream().filter(which).toList();
    if (lost.isEmpty()) {
      state.drop();
    } else if (lost.size() == holding.places.size()) {
      ended(job, holding, Event.End.LOST);
    } else {
      holdings.lose(job, holding, lost);
      if (!job.stopSent) {
        job.state = job.cancelled ? JobState.CANCELLING : JobState.RESTARTING;
        state.broken.add(job);
      }
    }
  }

  private void ended(Job job, Holding holding, Event.End end) {
    boolean brief =
        job.runningSince != Job.NOT_RUNNING
            && state.now() - job.runningSince < LONGEST_BACK_OFF.toMillis();
    holdings.bankRun(job, holding);
    holdings.release(job, holding);
    state.toStop.remove(job);
    state.broken.remove(job);
    job.lost.clear();
    boolean asked = job.stopSent;
    job.stopSent = false;
    madeRoom(job);
    switch (end) {
      case COMPLETED -> over(job, JobState.COMPLETED);
      case FAILED, TIMED_OUT -> over(job, job.cancelled ? JobState.CANCELLED : JobState.FAILED);
      case STOPPED -> stopped(job);
      case LOST -> lost(job, asked, brief);
    }
  }

  /** One job less makes room for the beneficiary. */
  private void madeRoom(Job job) {
    Job beneficiary = job.beneficiary == null ? null : state.jobs.find(job.beneficiary);
    if (beneficiary != null && beneficiary.victims > 0) {
      beneficiary.victims--;
    }
    job.beneficiary = null;
    if (beneficiary != null) {
      state.touch(); // the room is the beneficiary's: it must be looked at
    }
  }

  private void stopped(Job job) {
    if (job.cancelled) {
      over(job, JobState.CANCELLED);
    } else if (job.timedOut) {
      over(job, JobState.FAILED);
    } else {
      wait(job);
    }
  }

  /**
   * The first restart is at once. Those after a brief run wait longer and longer, so that a job
   * that cannot live does not use up its restarts, and the room of others, within seconds.
   */
  private void lost(Job job, boolean asked, boolean brief) {
    if (asked || job.cancelled) {
      stopped(job);
      return;
    }
    job.restarts++;
    if (job.restarts > job.spec.maxRestarts()) {
      over(job, JobState.FAILED);
    } else {
      if (brief && job.restarts > 1) {
        job.notBefore = state.now() + backOff(job.restarts - 1);
      }
      wait(job);
    }
  }

  private void over(Job job, JobState how) {
    state.end(job, how);
  }

  /** Back into the queue, or suspended when a person wanted that. */
  private void wait(Job job) {
    job.waitingSince = state.now();
    if (job.cancelled) {
      state.end(job, JobState.CANCELLED);
    } else if (job.suspendedBy != null) {
      job.state = JobState.SUSPENDED;
    } else {
      decisions.enqueue(job);
    }
  }
}
