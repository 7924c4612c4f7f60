package dev.weir.simulator.scenario;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Inline;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.OneOrMany;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Shorthand;
import dev.weir.files.bind.Synonyms;
import dev.weir.files.bind.Variant;
import dev.weir.files.document.Amounts;
import dev.weir.files.document.NamePattern;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.job.JobState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Something that is true or not, at one time. */
@Doc("Something that is true or not.")
public sealed interface Check
    permits Check.OfJobs, Check.OfTables, Check.OfPlaces, Check.OfTimes, Check.OfRoom {

  /** Reports names that the scenario does not know; {@code at} is the check itself. */
  void check(Findings at, Names names);

  /** Whether it is true at the start, when nothing has happened yet. */
  default boolean trueAtFirst() {
    return false;
  }

  /** The word for it in documents. */
  default String word() {
    return Optional.ofNullable(getClass().getAnnotation(Variant.class))
        .map(Variant::value)
        .orElseThrow();
  }

  /** About the jobs of a list. */
  sealed interface OfJobs extends Check {
    /** Names, in the order of the document. */
    List<String> jobs();

    @Override
    default void check(Findings at, Names names) {
      names.jobs(at, "", jobs());
    }
  }

  /** Running. */
  @Variant("running")
  @Doc("All tasks of each of these jobs run: a name, or a list.")
  record Running(List<String> jobs) implements OfJobs {
    @Shorthand
    static Running one(String job) {
      return new Running(List.of(job));
    }

    @Shorthand
    static Running many(@NotEmpty List<String> jobs) {
      return new Running(jobs);
    }
  }

  /** Not running. */
  @Variant("notRunning")
  @Doc("None of these jobs holds anything, not even in part: a name, or a list.")
  record NotRunning(List<String> jobs) implements OfJobs {
    @Shorthand
    static NotRunning one(String job) {
      return new NotRunning(List.of(job));
    }

    @Shorthand
    static NotRunning many(@NotEmpty List<String> jobs) {
      return new NotRunning(jobs);
    }

    @Override
    public boolean trueAtFirst() {
      return true;
    }
  }

  /** One of. */
  @Variant("oneOf")
  @Doc(
      "Exactly one of these jobs runs, with all its tasks, and the others hold nothing: a list, or a pattern.")
  record OneOf(List<String> jobs) implements OfJobs {
    @Shorthand
    static OneOf one(String pattern) {
      return new OneOf(List.of(pattern));
    }

    @Shorthand
    static OneOf many(@NotEmpty List<String> jobs) {
      return new OneOf(jobs);
    }
  }

  /** Whole. */
  @Variant("whole")
  @Doc("Each of these jobs holds room for all tasks of one of its sizes, or nothing: names.")
  record Whole(List<String> jobs) implements OfJobs {
    @Shorthand
    static Whole one(String job) {
      return new Whole(List.of(job));
    }

    @Shorthand
    static Whole many(@NotEmpty List<String> jobs) {
      return new Whole(jobs);
    }

    @Override
    public boolean trueAtFirst() {
      return true;
    }
  }

  /** Victims. */
  @Variant("victims")
  @Doc(
      "Only these jobs were stopped, moved or made smaller for others so far: a list; an empty list"
          + " = nobody was.")
  record Victims(List<String> jobs) implements OfJobs {
    @Shorthand
    static Victims one(String job) {
      return new Victims(List.of(job));
    }

    @Shorthand
    static Victims many(List<String> jobs) {
      return new Victims(jobs);
    }

    @Override
    public boolean trueAtFirst() {
      return true;
    }
  }

  /** Start order. */
  @Variant("startOrder")
  @Doc("All these jobs have started, and for the first time in this order: a list, or a pattern.")
  record StartOrder(List<String> jobs) implements OfJobs {
    @Shorthand
    static StartOrder one(String pattern) {
      return new StartOrder(List.of(pattern));
    }

    @Shorthand
    static StartOrder many(@NotEmpty List<String> jobs) {
      return new StartOrder(jobs);
    }
  }

  /** No overtaking. */
  @Variant("noOvertaking")
  @Doc(
      "Of these jobs, none of a lower priority and no fewer tasks has started or is planned to start"
          + " before one of a higher priority: a pattern, or a list.")
  record NoOvertaking(List<String> jobs) implements OfJobs {
    @Shorthand
    static NoOvertaking one(String job) {
      return new NoOvertaking(List.of(job));
    }

    @Shorthand
    static NoOvertaking many(@NotEmpty List<String> jobs) {
      return new NoOvertaking(jobs);
    }

    @Override
    public boolean trueAtFirst() {
      return true;
    }
  }

  /** Same device. */
  @Variant("sameDevice")
  @Doc("All tasks of these jobs are on one and the same device: a list, or a pattern.")
  record SameDevice(List<String> jobs) implements OfJobs {
    @Shorthand
    static SameDevice one(String pattern) {
      return new SameDevice(List.of(pattern));
    }

    @Shorthand
    static SameDevice many(@NotEmpty List<String> jobs) {
      return new SameDevice(jobs);
    }
  }

  /** Different devices. */
  @Variant("differentDevices")
  @Doc("No two tasks of these jobs share a device: a list, or a pattern.")
  record DifferentDevices(List<String> jobs) implements OfJobs {
    @Shorthand
    static DifferentDevices one(String pattern) {
      return new DifferentDevices(List.of(pattern));
    }

    @Shorthand
    static DifferentDevices many(@NotEmpty List<String> jobs) {
      return new DifferentDevices(jobs);
    }
  }

  /** A value for each job of a table. */
  sealed interface OfTables extends Check {
    /** The jobs that the table names. */
    Set<String> named();

    @Override
    default void check(Findings at, Names names) {
      names.jobKeys(at, named());
    }
  }

  /** Running tasks. */
  @Variant("runningTasks")
  @Doc("How many tasks of each job hold room: a number for each name.")
  record RunningTasks(Map<String, Integer> tasks) implements OfTables {
    @Shorthand
    static RunningTasks all(@NotEmpty @Range(min = 0) Map<String, Integer> tasks) {
      return new RunningTasks(tasks);
    }

    @Override
    public Set<String> named() {
      return tasks.keySet();
    }
  }

  /** State. */
  @Variant("state")
  @Doc("Where each job is in its life: a state for each name.")
  record State(Map<String, JobState> states) implements OfTables {
    @Shorthand
    static State all(@NotEmpty Map<String, JobState> states) {
      return new State(states);
    }

    @Override
    public Set<String> named() {
      return states.keySet();
    }
  }

  /** Starts. */
  @Variant("starts")
  @Doc("How often each job was started so far, restarts included: a number for each name.")
  record Starts(Map<String, Integer> counts) implements OfTables {
    @Shorthand
    static Starts all(@NotEmpty @Range(min = 0) Map<String, Integer> counts) {
      return new Starts(counts);
    }

    @Override
    public Set<String> named() {
      return counts.keySet();
    }
  }

  /** Where tasks are. */
  sealed interface OfPlaces extends Check {}

  /** Same domain. */
  @Variant("sameDomain")
  @Doc("The tasks of jobs are in one domain of a level of the topology.")
  record SameDomain(
      @Doc("The jobs; each of them for itself.") @NotEmpty @OneOrMany @Synonyms("jobs")
          List<String> job,
      @Doc("The level; node is always the last one.") String level,
      @Doc("Only the tasks of this role.") Optional<String> role,
      @Doc("Not all tasks in one domain, but each group of so many in one.")
          @Range(min = 1, max = 1_000_000)
          Optional<Integer> groupsOf,
      @Doc("True: the jobs are in one domain all together.") @Default("false") boolean together)
      implements OfPlaces {
    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
      names.level(at, "level", level);
    }
  }

  /** Apart. */
  @Variant("apart")
  @Doc("No two tasks of the jobs are in one domain of a level of the topology.")
  record Apart(
      @Doc("The jobs, all together.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("The level.") @Default("node") String level)
      implements OfPlaces {
    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
      names.level(at, "level", level);
    }
  }

  /** On nodes. */
  @Variant("onNodes")
  @Doc("The jobs hold room, and only on these nodes.")
  record OnNodes(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("Names or numbered ranges.") @NotEmpty @OneOrMany List<NamePattern> nodes)
      implements OfPlaces {
    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
      names.nodes(at, "nodes", nodes);
    }
  }

  /** Not on nodes. */
  @Variant("notOnNodes")
  @Doc("The jobs hold nothing on these nodes.")
  record NotOnNodes(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("Names or numbered ranges.") @NotEmpty @OneOrMany List<NamePattern> nodes)
      implements OfPlaces {
    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
      names.nodes(at, "nodes", nodes);
    }

    @Override
    public boolean trueAtFirst() {
      return true;
    }
  }

  /** Nodes used. */
  @Variant("nodesUsed")
  @Doc("The tasks of the jobs, all together, are on so many nodes.")
  record NodesUsed(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("How many nodes.") @Range(min = 0, max = 1_000_000) int exactly)
      implements OfPlaces {
    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
    }
  }

  /** MIG starts. */
  @Variant("migStarts")
  @Doc("The first memory slices of the MIG instances that the jobs hold, all together.")
  record MigStarts(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("The starts, in ascending order; the order of the devices does not matter.")
          List<Integer> exactly,
      @Doc("All of them are among these.") List<Integer> among)
      implements OfPlaces, Checked {
    @Override
    public void check(Findings findings) {
      if (exactly.isEmpty() == among.isEmpty()) {
        findings.report("", "says nothing, or two things", "one of exactly, among");
      }
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
    }
  }

  /** When jobs start and end, why they wait, and what was done to them. */
  sealed interface OfTimes extends Check {}

  /** Number of running jobs. */
  @Variant("runningJobs")
  @Doc("How many of these jobs run with all their tasks.")
  record RunningJobs(
      @Doc("The jobs.") @NotEmpty @OneOrMany List<String> of,
      @Doc("Exactly so many.") @Range(min = 0, max = 1_000_000) Optional<Integer> exactly,
      @Doc("At least so many.") @Range(min = 0, max = 1_000_000) Optional<Integer> atLeast,
      @Doc("At most so many.") @Range(min = 0, max = 1_000_000) Optional<Integer> atMost)
      implements OfTimes, Checked {
    @Override
    public void check(Findings findings) {
      Bounds.check(findings, exactly, atLeast, atMost);
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "of", of);
    }
  }

  /** Waiting. */
  @Variant("waiting")
  @Doc("The jobs wait, and why: a name, a list, or fields.")
  record Waiting(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("The kind of what stands in the way.") Optional<VerdictKind> verdict,
      @Doc("Texts that stand in the sentence told to people.") @OneOrMany List<String> saying)
      implements OfTimes {
    @Shorthand
    static Waiting one(String job) {
      return new Waiting(List.of(job), Optional.empty(), List.of());
    }

    @Shorthand
    static Waiting many(@NotEmpty List<String> jobs) {
      return new Waiting(jobs, Optional.empty(), List.of());
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
    }
  }

  /** Rejected. */
  @Variant("rejected")
  @Doc("The jobs were refused for ever, and why: a name, a list, or fields.")
  record Rejected(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("The kind of what stands in the way.") Optional<VerdictKind> verdict,
      @Doc("Texts that stand in the sentence told to people.") @OneOrMany List<String> saying)
      implements OfTimes {
    @Shorthand
    static Rejected one(String job) {
      return new Rejected(List.of(job), Optional.empty(), List.of());
    }

    @Shorthand
    static Rejected many(@NotEmpty List<String> jobs) {
      return new Rejected(jobs, Optional.empty(), List.of());
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
    }
  }

  /** Evictions. */
  @Variant("evictions")
  @Doc("How often running jobs were stopped, moved or made smaller for others so far.")
  record Evictions(
      @Doc("Of these jobs only; left out: of all.") @OneOrMany List<String> of,
      @Doc("Only after this time.") Optional<Duration> after,
      @Doc("Exactly so often.") @Range(min = 0, max = 1_000_000) Optional<Integer> exactly,
      @Doc("At least so often.") @Range(min = 0, max = 1_000_000) Optional<Integer> atLeast,
      @Doc("At most so often.") @Range(min = 0, max = 1_000_000) Optional<Integer> atMost)
      implements OfTimes, Checked {
    @Override
    public void check(Findings findings) {
      Bounds.check(findings, exactly, atLeast, atMost);
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "of", of);
    }

    @Override
    public boolean trueAtFirst() {
      return atLeast.isEmpty() && exactly.orElse(0) == 0;
    }
  }

  /** Fixed point. */
  @Variant("fixedPoint")
  @Doc("The newest passes, so many of them, took nothing away from anybody: a number.")
  record FixedPoint(@Doc("How many passes.") int passes) implements OfTimes {
    @Shorthand
    static FixedPoint of(@Range(min = 1, max = 1_000_000) int passes) {
      return new FixedPoint(passes);
    }

    @Override
    public void check(Findings at, Names names) {
      // Nothing is named.
    }
  }

  /** Started. */
  @Variant("started")
  @Doc("The jobs have started for the first time, and when.")
  record Started(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("At this time.") Optional<Duration> at,
      @Doc("Not before this time.") Optional<Duration> notBefore,
      @Doc("Not after this time.") Optional<Duration> notAfter,
      @Doc("At most so long after they were submitted.") Optional<Duration> within)
      implements OfTimes {
    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
    }
  }

  /** Ended. */
  @Variant("ended")
  @Doc("The jobs have ended, and when.")
  record Ended(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("At this time.") Optional<Duration> at,
      @Doc("Not before this time.") Optional<Duration> notBefore,
      @Doc("Not after this time.") Optional<Duration> notAfter)
      implements OfTimes {
    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
    }
  }

  /** Planned. */
  @Variant("planned")
  @Doc("The jobs wait and have a planned start, or none.")
  record Planned(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("At this time.") Optional<Duration> at,
      @Doc("Not before this time.") Optional<Duration> notBefore,
      @Doc("Not after this time.") Optional<Duration> notAfter,
      @Doc("True: they have none.") @Default("false") boolean absent)
      implements OfTimes, Checked {
    @Override
    public void check(Findings findings) {
      if (absent && (at.isPresent() || notBefore.isPresent() || notAfter.isPresent())) {
        findings.report("absent", "excludes a time", "one of the two");
      }
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
    }
  }

  /** Postponed. */
  @Variant("postponed")
  @Doc("How often the planned starts of these jobs were moved to a later time so far.")
  record Postponed(
      @Doc("The jobs.") @NotEmpty @OneOrMany @Synonyms("jobs") List<String> job,
      @Doc("At most so often.") @Range(min = 0, max = 1_000_000) int atMost)
      implements OfTimes {
    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "job", job);
    }

    @Override
    public boolean trueAtFirst() {
      return true;
    }
  }

  /** Dropped facts. */
  @Variant("droppedFacts")
  @Doc("At least so many facts were recognised as late, doubled or unknown, and dropped: a number.")
  record DroppedFacts(@Doc("How many.") int atLeast) implements OfTimes {
    @Shorthand
    static DroppedFacts of(@Range(min = 1, max = 1_000_000) int atLeast) {
      return new DroppedFacts(atLeast);
    }

    @Override
    public void check(Findings at, Names names) {
      // Nothing is named.
    }
  }

  /** What is booked, and what is there. */
  sealed interface OfRoom extends Check {}

  /** Used. */
  @Variant("used")
  @Doc("What is booked in a queue; resources that are left out do not matter.")
  record Used(@Doc("Path of the queue.") String queue, @Inline Amounts amounts) implements OfRoom {
    @Override
    public void check(Findings at, Names names) {
      names.queue(at, "queue", queue);
      names.amounts(at, amounts);
    }
  }

  /** Used at most. */
  @Variant("usedAtMost")
  @Doc("What is booked in a queue is no more than this.")
  record UsedAtMost(@Doc("Path of the queue.") String queue, @Inline Amounts amounts)
      implements OfRoom {
    @Override
    public void check(Findings at, Names names) {
      names.queue(at, "queue", queue);
      names.amounts(at, amounts);
    }

    @Override
    public boolean trueAtFirst() {
      return true;
    }
  }

  /** Free. */
  @Variant("free")
  @Doc(
      "What is free on nodes; resources that are left out do not matter. Broken devices and lost"
          + " nodes have nothing free.")
  record Free(
      @Doc("Names or numbered ranges; left out: all nodes.") @OneOrMany List<NamePattern> nodes,
      @Inline Amounts amounts)
      implements OfRoom {
    @Override
    public void check(Findings at, Names names) {
      names.nodes(at, "nodes", nodes);
      names.amounts(at, amounts);
    }
  }

  /** Capacity. */
  @Variant("capacity")
  @Doc(
      "What nodes have, used or not; resources that are left out do not matter. Broken devices and"
          + " lost nodes do not count.")
  record Capacity(
      @Doc("Names or numbered ranges; left out: all nodes.") @OneOrMany List<NamePattern> nodes,
      @Inline Amounts amounts)
      implements OfRoom {
    @Override
    public void check(Findings at, Names names) {
      names.nodes(at, "nodes", nodes);
      names.amounts(at, amounts);
    }
  }

  /** Nothing held. */
  @Variant("nothingHeld")
  @Doc("Nothing is booked any more, in no queue, on no node, of no licence.")
  record NothingHeld() implements OfRoom {
    @Override
    public void check(Findings at, Names names) {
      // Nothing is named.
    }
  }
}
