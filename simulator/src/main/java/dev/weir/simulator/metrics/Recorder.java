package dev.weir.simulator.metrics;

import dev.weir.control.Turn;
import dev.weir.control.TurnListener;
import dev.weir.model.action.Action;
import dev.weir.model.action.Action.StopCause;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.simulator.world.WorldListener;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures a run as a fold over its turns; only what the world alone knows (work, its speed, its
 * loss) comes from the world. So the same figures can be taken from a real journal. Memory grows
 * with the jobs in the system and by 32 bytes for each job that ended.
 */
public final class Recorder implements TurnListener, WorldListener {
  private static final Set<StopCause> TAKEN_AWAY =
      EnumSet.of(
          StopCause.RECLAIM_GUARANTEE,
          StopCause.RECLAIM_SHARE,
          StopCause.PRIORITY,
          StopCause.RESERVATION,
          StopCause.MOVE);

  /** Run time of a job at reference speed, ms; empty when nobody knows. */
  @FunctionalInterface
  public interface Truth {
    OptionalLong workMillis(JobId job);
  }

  /** How a job has ended according to the engine, after the turn; empty while it lives. */
  @FunctionalInterface
  public interface Fate {
    Optional<JobState> of(JobId job);
  }

  /**
   * What is known of the workload before the run.
   *
   * @param jobs how many will arrive
   * @param firstSubmission ms
   * @param lastSubmission ms
   */
  public record Arrivals(int jobs, long firstSubmission, long lastSubmission) {}

  private static final int SAMPLES = 128;

  /** Series end when this many times the span of all arrivals is over; few jobs may last longer. */
  private static final int SPANS = 4;

  private final Arrivals arrivals;
  private final Truth truth;
  private final Fate fate;
  private final FreeRoom room = new FreeRoom();
  private final Map<JobId, Tracked> jobs = new LinkedHashMap<>();
  private final Outcomes outcomes = new Outcomes();
  private final Bars bars = new Bars();
  private final Histogram decisions = new Histogram(3);

  private final TimeSeries queueLength;
  private final TimeSeries allocated;
  private final TimeSeries effective;

  private long now;
  private boolean begun;
  private int arrived;
  private int waiting;
  private long bookedMilli;
  private long askedMilli;
  private double bookedIntegral;
  private double capacityIntegral;
  private double contentionIntegral;
  private double workIntegral;
  private double effectiveIntegral;
  private double communicationIntegral;
  private double lostDeviceMillis;
  private int preemptions;
  private int resizes;
  private final Distribution recovery = new Distribution();

  private double allocationAtEnd = Double.NaN;
  private double utilizationAtEnd = Double.NaN;
  private double fragmentationSum;
  private long fragmentationSamples;
  private final long sampleEvery;
  private long nextSample;

  /** A job that has not ended. */
  static final class Tracked {
    final JobSpec spec;
    final long submittedAt;
    final double contentionBefore;
    final long askedMilli;

    /** -1 while it holds room. */
    long waitingSince;

    long waited;
    boolean ran;
    long brokenSince = -1;
    @Nullable Allocation allocation;
    long allocatedSince;
    long milli;
    @Nullable StopCause stopCause;

    Tracked(JobSpec spec, long at, double contentionBefore) {
      this.spec = spec;
      this.submittedAt = at;
      this.waitingSince = at;
      this.contentionBefore = contentionBefore;
      this.askedMilli = FreeRoom.askedMilli(spec);
    }
  }

  public Recorder(Arrivals arrivals, Truth truth, Fate fate) {
    this.arrivals = arrivals;
    this.truth = truth;
    this.fate = fate;
    long start = arrivals.firstSubmission();
    long width = Math.max(1000, (arrivals.lastSubmission() - start) / 256);
    long until = start + SPANS * 256 * width;
    queueLength = new TimeSeries(start, width, until);
    allocated = new TimeSeries(start, width, until);
    effective = new TimeSeries(start, width, until);
    sampleEvery = Math.max(1, (arrivals.lastSubmission() - start) / SAMPLES);
    nextSample = start + sampleEvery;
  }

  // ------------------------------------------------------------------ world

  @Override
  public void worked(
      JobId job, long from, long to, long milli, double speed, double communication) {
    double time = (double) milli * (to - from);
    workIntegral += time;
    effectiveIntegral += time * speed;
    communicationIntegral += time * communication;
    effective.add(from, to, milli * speed);
  }

  @Override
  public void lost(JobId job, double workMillis, long milli) {
    lostDeviceMillis += workMillis * milli / 1000;
  }

  // ------------------------------------------------------------------ turns

  @Override
  public void turned(Turn turn, long passNanos) {
    advance(turn.at());
    decisions.recordValue(Math.max(1, passNanos));
    turn.events().forEach(this::event);
    turn.plan().actions().forEach(this::action);
    if (arrived == arrivals.jobs() && Double.isNaN(allocationAtEnd) && arrived > 0) {
      allocationAtEnd = (double) bookedMilli / room.capacityMilli();
      utilizationAtEnd = bookedIntegral / capacityIntegral;
    }
  }

  private void advance(long at) {
    long dt = at - now;
    if (begun && dt > 0) {
      bookedIntegral += (double) bookedMilli * dt;
      capacityIntegral += (double) room.capacityMilli() * dt;
      double pressure = (double) askedMilli / Math.max(1, room.capacityMilli());
      contentionIntegral += Math.max(1, pressure) * dt;
      queueLength.add(now, at, waiting);
      allocated.add(now, at, (double) bookedMilli);
      sample(at);
    }
    now = at;
  }

  /** What is free now stays so until {@code at}: it counts for all samples that are due before. */
  private void sample(long at) {
    long until = Math.min(at, arrivals.lastSubmission());
    if (nextSample >= until) {
      return;
    }
    long due = Math.ceilDiv(until - nextSample, sampleEvery);
    nextSample += due * sampleEvery;
    double share = room.fragmentation();
    if (!Double.isNaN(share)) {
      fragmentationSum += due * share;
      fragmentationSamples += due;
    }
  }

  private void event(Event event) {
    switch (event) {
      case Event.NodeJoined e -> room.join(e.node());
      case Event.NodeLeft e -> room.leave(e.node());
      case Event.JobSubmitted(JobSpec spec) -> submitted(spec);
      case Event.JobCancelled(JobId id, String _) -> cancelled(jobs.get(id));
      case Event.AllocationStarted e -> running(holder(e.job(), e.allocation()));
      case Event.AllocationResized e -> running(holder(e.job(), e.allocation()));
      case Event.StartRefused e -> {
        Tracked job = holder(e.job(), e.allocation());
        if (job != null) {
          free(job);
          waitAgain(job);
        }
      }
      case Event.TaskLost e -> {
        Tracked job = holder(e.job(), e.allocation());
        if (job != null) {
          broken(job);
        }
      }
      case Event.AllocationEnded e -> {
        Tracked job = holder(e.job(), e.allocation());
        if (job != null) {
          ended(job, e.end());
        }
      }
      default -> {
        // Nothing to measure.
      }
    }
  }

  /** The job, if this is the allocation that it holds; late facts about others are dropped. */
  private @Nullable Tracked holder(JobId id, AllocationId allocation) {
    Tracked job = jobs.get(id);
    return job != null && job.allocation != null && job.allocation.id().equals(allocation)
        ? job
        : null;
  }

  private void submitted(JobSpec spec) {
    begun = true;
    Tracked job = new Tracked(spec, now, contentionIntegral);
    if (jobs.putIfAbsent(spec.id(), job) == null) {
      arrived++;
      waiting++;
      askedMilli += job.askedMilli;
      room.arrived(spec);
    }
  }

  private void cancelled(@Nullable Tracked job) {
    if (job == null) {
      return;
    }
    if (job.allocation == null) {
      leave(job, Outcomes.How.CANCELLED);
    }
  }

  private void running(@Nullable Tracked job) {
    if (job == null) {
      return;
    }
    job.ran = true;
    if (job.brokenSince >= 0) {
      recovery.add((now - job.brokenSince) / 1000.0);
      job.brokenSince = -1;
    }
  }

  private void broken(Tracked job) {
    if (job.ran && job.brokenSince < 0) {
      job.brokenSince = now;
    }
  }

  private void ended(Tracked job, Event.End end) {
    boolean takenAway = end == Event.End.STOPPED && TAKEN_AWAY.contains(job.stopCause);
    free(job);
    preemptions += takenAway ? 1 : 0;
    Optional<JobState> state = fate.of(job.spec.id());
    if (state.isPresent()) {
      leave(job, Outcomes.How.of(state.get()));
    } else {
      if (end == Event.End.LOST) {
        broken(job);
      }
      waitAgain(job);
    }
  }

  private void waitAgain(Tracked job) {
    job.waitingSince = now;
    waiting++;
  }

  private void action(Action action) {
    switch (action) {
      case Action.Start(Allocation a) -> start(a);
      case Action.Stop stop -> {
        Tracked job = holder(stop.job(), stop.allocation());
        if (job != null && job.stopCause == null) {
          job.stopCause = stop.cause();
        }
      }
      case Action.Resize resize -> resize(resize);
      case Action.Reject reject -> leaveWaiting(jobs.get(reject.job()), Outcomes.How.REJECTED);
      case Action.Fail fail -> leaveWaiting(jobs.get(fail.job()), Outcomes.How.FAILED);
      case Action.Plan _, Action.ReshapeMig _ -> {
        // Neither moves a running job.
      }
    }
  }

  private void leaveWaiting(@Nullable Tracked job, Outcomes.How how) {
    if (job != null && job.allocation == null) {
      leave(job, how);
    }
  }

  private void start(Allocation a) {
    Tracked job = jobs.get(a.job());
    if (job == null) {
      return;
    }
    if (job.waitingSince >= 0) {
      job.waited += now - job.waitingSince;
      job.waitingSince = -1;
      waiting--;
    } else {
      free(job); // its former place is gone; the fact comes late
    }
    book(job, a);
  }

  private void resize(Action.Resize r) {
    Tracked job = holder(r.job(), r.allocation());
    if (job == null || job.allocation == null) {
      return;
    }
    switch (r.cause()) {
      case GROW, SHRINK -> resizes++;
      case MOVE -> preemptions++;
      case REPAIR -> {
        // The fault is counted, not its repair.
      }
    }
    Allocation before = job.allocation;
    free(job);
    book(job, new Allocation(before.id(), r.job(), r.incarnation(), before.variants(), r.tasks()));
  }

  private void book(Tracked job, Allocation a) {
    job.allocation = a;
    job.allocatedSince = now;
    job.milli = room.book(job.spec, a.variants(), a.tasks(), 1);
    bookedMilli += job.milli;
  }

  private void free(Tracked job) {
    Allocation a = job.allocation;
    if (a == null) {
      return;
    }
    room.book(job.spec, a.variants(), a.tasks(), -1);
    bookedMilli -= job.milli;
    outcomes.used(job.spec.queue(), job.milli, now - job.allocatedSince);
    bars.add(job.spec, a, job.allocatedSince, now);
    job.allocation = null;
    job.milli = 0;
    job.stopCause = null;
  }

  private void leave(Tracked job, Outcomes.How how) {
    if (job.waitingSince >= 0) {
      job.waited += now - job.waitingSince;
      waiting--;
    }
    askedMilli -= job.askedMilli;
    jobs.remove(job.spec.id());
    double contention = (contentionIntegral - job.contentionBefore) / (now - job.submittedAt);
    outcomes.ended(job, now, how, truth.workMillis(job.spec.id()), contention);
  }

  // ------------------------------------------------------------------ result

  /** Booked share of the fleet's devices now. */
  public double allocation() {
    return (double) bookedMilli / Math.max(1, room.capacityMilli());
  }

  /** Milli-devices of the fleet. */
  public long capacityMilli() {
    return room.capacityMilli();
  }

  /** Whether the job waits for room or holds it. */
  public boolean live(JobId job) {
    return jobs.containsKey(job);
  }

  /** Whether the job holds room. */
  public boolean holdsRoom(JobId job) {
    Tracked tracked = jobs.get(job);
    return tracked != null && tracked.allocation != null;
  }

  /** Jobs that have arrived and not ended. */
  public int liveJobs() {
    return jobs.size();
  }

  /** The first of them, in the order of arrival. */
  public List<JobId> firstLiveJobs(int most) {
    return jobs.keySet().stream().limit(most).toList();
  }

  /** Devices asked for by a job at its wished size, in milli. */
  public static long askedMilli(JobSpec job) {
    return FreeRoom.askedMilli(job);
  }

  /**
   * Closes the books.
   *
   * @param wallSeconds wall time of the run
   * @param more figures of the protocol, by metric
   */
  public Scorecard finish(double wallSeconds, Map<Metric, Double> more) {
    Map<String, Double> figures = new LinkedHashMap<>();
    Figures out = new Figures(figures);
    int unfinished = jobs.size();
    out.put(Metric.GPU_ALLOCATION, allocationAtEnd);
    out.put(Metric.GPU_UNALLOCATED, 1 - allocationAtEnd);
    more.forEach(out::put);
    out.put(Metric.GPU_UTILIZATION, bookedIntegral / capacityIntegral);
    out.put(Metric.GPU_UTILIZATION_ARRIVALS, utilizationAtEnd);
    out.put(Metric.GPU_UTILIZATION_EFFECTIVE, effectiveIntegral / capacityIntegral);
    outcomes.figures(out, arrivals.firstSubmission());
    out.put(Metric.FRAGMENTATION, fragmentationSum / fragmentationSamples);
    out.put(Metric.PREEMPTIONS, preemptions);
    out.put(Metric.RESIZES, resizes);
    out.put(Metric.WORK_LOST, lostDeviceMillis / 1000);
    out.put(Metric.MTTR, recovery.mean());
    out.put(Metric.COMMUNICATION_SHARE, communicationIntegral / workIntegral);
    out.put(Metric.JOBS_UNFINISHED, unfinished);
    out.put(Metric.DECISION_MS_P50, decisions.getValueAtPercentile(50) / 1e6);
    out.put(Metric.DECISION_MS_P99, decisions.getValueAtPercentile(99) / 1e6);
    out.put(Metric.WALL_SECONDS, wallSeconds);
    List.copyOf(jobs.values()).forEach(this::closeBar);
    return new Scorecard(
        figures,
        outcomes.queues(),
        queueLength.points(),
        share(allocated.points()),
        share(effective.points()),
        outcomes.jct().curve(101),
        outcomes.queueing().curve(101),
        outcomes.slowdown().curve(101),
        bars.all());
  }

  private void closeBar(Tracked job) {
    if (job.allocation != null) {
      bars.add(job.spec, job.allocation, job.allocatedSince, now);
    }
  }

  private TimeSeries.Points share(TimeSeries.Points milli) {
    double[] shares = milli.means().clone();
    for (int i = 0; i < shares.length; i++) {
      shares[i] /= Math.max(1, room.capacityMilli());
    }
    return new TimeSeries.Points(milli.start(), milli.width(), shares);
  }
}
