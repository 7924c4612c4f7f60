package dev.weir.engine.admit;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.queue.Queue;
import dev.weir.engine.queue.QueueTree;
import dev.weir.model.job.Dependency;
import dev.weir.model.job.JobState;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Change;
import dev.weir.model.verdict.Verdict;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/** Says no early, and for ever where the job can never run. */
public final class Admission {
  private final Jobs jobs;
  private final Supplier<? extends Collection<Reservation>> reservations;
  private final Door door;
  private final Quota quota;
  private final QueueTree queues;

  /**
   * @param reservations those that are known at the moment of the question
   */
  public Admission(
      Ledger ledger,
      Jobs jobs,
      QueueTree queues,
      Supplier<? extends Collection<Reservation>> reservations) {
    this.jobs = jobs;
    this.reservations = reservations;
    this.queues = queues;
    this.door = new Door(ledger, jobs, queues, reservations);
    this.quota = new Quota(ledger.resources());
  }

  /**
   * What refuses the job for ever: a name that does not exist (with the nearest that does), a
   * dependency on itself, a dependency that has already ended the wrong way, a limit or guarantee
   * that is smaller than the smallest size of the job.
   */
  public Optional<Verdict> atDoor(Job job) {
    return door.refusal(job);
  }

  /**
   * What keeps the job from starting whatever room there is: suspended, start refused lately, too
   * early, a dependency, a reservation that has not begun. In this order, so that the verdict names
   * what a person would ask about first.
   */
  public Optional<Verdict> mayStart(Job job, long now) {
    String by = job.suspendedBy;
    if (by != null) {
      return Optional.of(new Verdict(new Blocker.Suspended(by), new Change.Act("resume it")));
    }
    if (job.notBefore > now) {
      return Optional.of(
          new Verdict(
              new Blocker.BackOff(Math.max(job.refusals, job.restarts), job.notBefore),
              new Change.WaitUntil(job.notBefore)));
    }
    long earliest = job.spec.window().notBefore().map(java.time.Instant::toEpochMilli).orElse(now);
    if (earliest > now) {
      return Optional.of(
          new Verdict(new Blocker.NotBefore(earliest), new Change.WaitUntil(earliest)));
    }
    for (Dependency d : job.spec.dependencies()) {
      Optional<Verdict> waits = dependency(d);
      if (waits.isPresent()) {
        return waits;
      }
    }
    return job.spec.reservation().flatMap(name -> reservation(name, now));
  }

  /**
   * The time from which {@link #mayStart} should be asked again, when time alone will change its
   * answer; {@link Long#MAX_VALUE} when it takes an event; {@code now} when the job may start.
   */
  public long wakesAt(Job job, long now) {
    Optional<Verdict> verdict = mayStart(job, now);
    if (verdict.isEmpty()) {
      return now;
    }
    return verdict.get().unblock().map(Admission::date).orElse(Long.MAX_VALUE);
  }

  private static long date(Change change) {
    return change instanceof Change.WaitUntil w ? w.at() : Long.MAX_VALUE;
  }

  private Optional<Verdict> dependency(Dependency d) {
    Job other = jobs.find(d.job());
    if (other != null) {
      return Optional.of(new Verdict(new Blocker.Dependency(d.job())));
    }
    JobState ended = jobs.outcome(d.job()).orElse(JobState.CANCELLED);
    return accepts(d.condition(), ended)
        ? Optional.empty()
        : Optional.of(new Verdict(new Blocker.DependencyFailed(d.job())));
  }

  /** Whether a job that ended so satisfies the condition. */
  static boolean accepts(Dependency.Condition condition, JobState ended) {
    return switch (condition) {
      case SUCCEEDED -> ended == JobState.COMPLETED;
      case FAILED -> ended == JobState.FAILED || ended == JobState.CANCELLED;
      case ENDED -> ended != JobState.REJECTED;
    };
  }

  private Optional<Verdict> reservation(String name, long now) {
    for (Reservation r : reservations.get()) {
      if (r.name().equals(name)) {
        long from = r.from().toEpochMilli();
        return from <= now
            ? Optional.empty()
            : Optional.of(
                new Verdict(
                    new Blocker.ReservationNotActive(name, from), new Change.WaitUntil(from)));
      }
    }
    return Optional.of(
        new Verdict(
            new Blocker.UnknownName("reservation", name, ""),
            new Change.Act("submit it again without the reservation")));
  }

  /**
   * What the limits on the path to the root leave; and for a job that cannot be preempted, what the
   * guarantees on the path leave: nobody could give the room back to those it is promised to.
   */
  public Optional<Verdict> quota(Job job, Queue leaf, Charge charge) {
    return quota.refusal(leaf, charge, job.spec.disruption().preemptible());
  }

  /** Whether the same says no; without the words. */
  public boolean overQuota(Job job, Queue leaf, Charge charge) {
    return quota.exceeds(leaf, charge, job.spec.disruption().preemptible());
  }

  /** A lower bound of what any job of the shape is charged: for a cheap check before placing. */
  public Charge leastCharge(Job.Shape shape) {
    return queues.leastCharge().of(shape);
  }
}
