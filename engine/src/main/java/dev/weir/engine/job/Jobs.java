package dev.weir.engine.job;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.snapshot.JobsSnapshot;
import dev.weir.model.id.JobId;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.job.Role;
import dev.weir.model.job.TopologyRule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * All jobs that have not ended, and the outcome of those that have, for the sake of dependants.
 * Jobs that ask for the same share a {@link Job.Shape}.
 */
public final class Jobs {
  private static final int RECENT = 16;

  private final Ledger ledger;
  private final Map<JobId, Job> live = new LinkedHashMap<>();
  private final Outcomes outcomes = new Outcomes();
  private final List<Job> ended = new ArrayList<>();
  private boolean collecting;
  private final Map<Pattern, Job.Shape> shapes = new HashMap<>();

  /**
   * Shapes met lately, found by the identity of their roles; a miss costs time and nothing else.
   */
  private final Job.@Nullable Shape[] recent = new Job.Shape[RECENT];

  private int oldest;

  private final List<Job.Shape> shapeList = new ArrayList<>();
  private final Map<JobId, List<Job>> dependants = new HashMap<>();
  private long sequence;
  private long longestGrace;
  private long newest;
  private int elastic;

  /** All that decides about placement and about what placement may be given. */
  private record Pattern(
      List<Role> roles,
      TopologyRule topology,
      Optional<String> reservation,
      String user,
      boolean preemptible) {}

  public Jobs(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Takes a job in. */
  public Job add(JobSpec spec, long at) {
    return add(spec, sequence++, at);
  }

  private Job add(JobSpec spec, long number, long at) {
    Job job = new Job(shapeOf(spec), spec, number, at);
    newest = Math.max(newest, spec.id().value());
    longestGrace = Math.max(longestGrace, spec.disruption().grace().toMillis());
    if (live.putIfAbsent(spec.id(), job) != null) {
      throw new IllegalStateException("job " + spec.id() + " is known already");
    }
    elastic += job.shape.elastic() ? 1 : 0;
    spec.dependencies()
        .forEach(d -> dependants.computeIfAbsent(d.job(), j -> new ArrayList<>()).add(job));
    return job;
  }

  /**
   * Equal patterns share a shape. Worlds and clients that submit many jobs of one kind share their
   * roles, so that the last pattern with the same list saves the walk through all of it.
   */
  private Job.Shape shapeOf(JobSpec spec) {
    for (Job.Shape last : recent) {
      if (last != null && last.pattern().roles() == spec.roles() && sameButRoles(last, spec)) {
        return last;
      }
    }
    Job.Shape shape = interned(spec);
    recent[oldest] = shape;
    oldest = (oldest + 1) % recent.length;
    return shape;
  }

  private static boolean sameButRoles(Job.Shape shape, JobSpec spec) {
    JobSpec known = shape.pattern();
    return known.topology().equals(spec.topology())
        && known.reservation().isEmpty()
        && spec.reservation().isEmpty()
        && known.disruption().preemptible() == spec.disruption().preemptible();
  }

  private Job.Shape interned(JobSpec spec) {
    Disruption d = spec.disruption();
    Pattern pattern =
        new Pattern(
            spec.roles(),
            spec.topology(),
            spec.reservation(),
            spec.reservation().isPresent() ? spec.user() : "",
            d.preemptible());
    return shapes.computeIfAbsent(
        pattern,
        p -> {
          Ask[][] asks = new Ask[spec.roles().size()][];
          for (int r = 0; r < asks.length; r++) {
            asks[r] =
                spec.roles().get(r).variants().stream()
                    .map(v -> ledger.ask(v.request()))
                    .toArray(Ask[]::new);
          }
          Job.Shape made = new Job.Shape(shapeList.size(), spec, asks);
          shapeList.add(made);
          return made;
        });
  }

  /** The job while it has not ended. */
  public @Nullable Job find(JobId id) {
    return live.get(id);
  }

  /** The job, which must be live. */
  public Job get(JobId id) {
    Job job = live.get(id);
    if (job == null) {
      throw new IllegalStateException("job " + id + " is not live");
    }
    return job;
  }

  /**
   * The longest grace that any job has asked for so far, ms: how long before a reservation its room
   * must be looked at.
   */
  public long longestGrace() {
    return longestGrace;
  }

  /** Live jobs that may run at another size than the one they have. */
  public int elastic() {
    return elastic;
  }

  /** Live jobs in the order of submission. */
  public Collection<Job> live() {
    return live.values();
  }

  /** How an ended job ended. */
  public Optional<JobState> outcome(JobId id) {
    return outcomes.get(id);
  }

  /** Whether the job was ever submitted. */
  public boolean known(JobId id) {
    return live.containsKey(id) || outcomes.contains(id);
  }

  /** Live jobs that waited for this one; asked once, when it has ended. */
  public List<Job> takeDependants(JobId ended) {
    List<Job> waiting = dependants.remove(ended);
    return waiting == null
        ? List.of()
        : waiting.stream().filter(j -> live.get(j.id()) == j).toList();
  }

  /** A job has ended and leaves. */
  public void end(Job job, JobState how) {
    job.state = how;
    if (live.remove(job.id()) != null && job.shape.elastic()) {
      elastic--;
    }
    outcomes.put(job.id(), how);
    if (collecting) {
      ended.add(job);
    }
  }

  /**
   * Jobs that ended since this was last asked, in the order of their ends. They are collected from
   * the first call on, so that those who never ask do not pay.
   */
  public List<Job> takeEnded() {
    collecting = true;
    if (ended.isEmpty()) {
      return List.of();
    }
    List<Job> all = List.copyOf(ended);
    ended.clear();
    return all;
  }

  public int shapes() {
    return shapeList.size();
  }

  /** The largest id of a job that was ever submitted; 0 before the first. */
  public long newest() {
    return newest;
  }

  /** For a snapshot, which adds the live jobs. */
  public JobsSnapshot snapshot(List<JobsSnapshot.LiveJob> live) {
    return new JobsSnapshot(sequence, longestGrace, outcomes.snapshot(), live);
  }

  /**
   * Puts what was snapshot into jobs that know none.
   *
   * @param each gets each live job, of which only the specification and what never changes is set
   */
  public void restore(JobsSnapshot snapshot, BiConsumer<Job, JobsSnapshot.LiveJob> each) {
    outcomes.restore(snapshot.ended());
    newest = outcomes.newest();
    for (JobsSnapshot.LiveJob live : snapshot.live()) {
      each.accept(add(live.spec(), live.sequence(), live.submittedAt()), live);
    }
    sequence = snapshot.submissions();
    longestGrace = snapshot.longestGraceMillis();
  }
}
