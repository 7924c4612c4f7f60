package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Inline;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.OneOrMany;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Shorthand;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.id.JobId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.Dependency;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.StartWindow;
import dev.weir.model.job.TopologyRule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** A job as a person writes it. The smallest one is a name and a command. */
@Kind("Job")
@Doc(
    "A job: what to run, with what, and under which rules. Its tasks start together or not at all.")
public record JobFile(
    @Doc("Short name.")
        @Matches(value = Names.FORM, meaning = Names.MEANING)
        @Synonyms({"jobName", "title"})
        String name,
    @Doc("What the job is for.") @Default("batch") @Synonyms({"type", "jobType"}) JobKind kind,
    @Doc("Path of the queue in the tenants' tree, such as research/vision.")
        @Default("default")
        @Synonyms({"partition", "account", "localQueue", "clusterQueue"})
        String queue,
    @Doc("Who the job belongs to; left out: who submits it.") @Synonyms("owner")
        Optional<String> user,
    @Doc("Larger goes first; compared inside one queue only.")
        @Range(min = -1_000_000, max = 1_000_000)
        @Default("0")
        @Synonyms({"priorityClassName", "prio", "nice"})
        int priority,
    @Doc("Roles of different shape; left out: the fields of one role stand directly in the job.")
        @Synonyms({"replicaSpecs", "tasks", "groups"})
        List<RoleEntry> roles,
    @Inline Optional<RoleFields> single,
    @Doc("Nearness of all tasks of all roles.") Optional<Nearness> topology,
    @Doc("Longest run time of one start; the job is stopped when it is over.")
        @Synonyms({"time", "walltime", "maxRunTime", "activeDeadlineSeconds", "timeout"})
        Optional<Duration> timeLimit,
    @Doc("Earliest start.") @Synonyms({"begin", "startAfter", "earliestStart"})
        Optional<Instant> notBefore,
    @Doc("The job should have ended by then.") @Synonyms("due") Optional<Instant> deadline,
    @Doc("Jobs that must have ended first.")
        @Synonyms({"dependency", "dependencies", "after", "needs"})
        @OneOrMany
        List<Precedence> dependsOn,
    @Doc(
            "Submits independent jobs, as many as this says, which see their number in WEIR_ARRAY_INDEX.")
        Optional<ArrayFields> array,
    @Doc("What the job allows to be done to it while it runs.")
        @Synonyms({"preemption", "disruption"})
        Optional<Interruption> interruption,
    @Doc("Name of the reservation that the job must run in.") Optional<String> reservation,
    @Doc("Starts after a fault that are allowed before the job fails.")
        @Range(min = 0, max = 10_000)
        @Default("3")
        @Synonyms({"backoffLimit", "retries", "maxRetry", "requeue"})
        int maxRestarts,
    @Doc("Labels that other jobs' affinity reads.") Map<String, String> labels)
    implements Checked {

  /** Environment variable in which an element of an array finds its number. */
  public static final String ARRAY_INDEX = "WEIR_ARRAY_INDEX";

  /** Environment variable in which it finds how many elements of its array come before it. */
  public static final String ARRAY_POSITION = "WEIR_ARRAY_POSITION";

  /** A role with its name. */
  @Doc("A role: tasks of one shape.")
  public record RoleEntry(
      @Doc("Short name, such as worker.") @Matches(value = Names.FORM, meaning = Names.MEANING)
          String name,
      @Doc("Nearness of the role's tasks.") Optional<Nearness> topology,
      @Inline RoleFields fields) {}

  /** A job that must have ended first. */
  @Doc("A job that must have ended first: its name, or its name and how it must have ended.")
  public record Precedence(
      @Doc("Name of the other job.") String job,
      @Doc("How it must have ended.") @Default("succeeded") Dependency.Condition condition) {

    /** The other job must have succeeded. */
    @Shorthand
    static Precedence succeeded(String job) {
      return new Precedence(job, Dependency.Condition.SUCCEEDED);
    }
  }

  @Override
  public void check(Findings findings) {
    if (!roles.isEmpty() && single.isPresent()) {
      findings.report("roles", "exclude the fields of a single role beside them", "one of the two");
    }
    if (timeLimit.isPresent() && timeLimit.get().isZero()) {
      findings.report("timeLimit", "is zero", "more than 0s");
    }
    if (notBefore.isPresent() && deadline.isPresent() && !deadline.get().isAfter(notBefore.get())) {
      findings.report("deadline", "is not after notBefore");
    }
    for (int i = 0; i < dependsOn.size(); i++) {
      if (dependsOn.get(i).job().equals(name)) {
        findings.report("dependsOn[" + i + "]", "is the job itself", "another job");
      }
    }
    Names.checkLength(findings, "name", name);
    user.ifPresent(u -> checkUser(findings, u));
    checkRoles(findings);
  }

  private static void checkUser(Findings findings, String user) {
    Names.checkLength(findings, "user", user);
    if (user.isBlank() || user.chars().anyMatch(Character::isISOControl)) {
      findings.report("user", "is no name of a user", "printable characters");
    }
  }

  private void checkRoles(Findings findings) {
    var names = new TreeSet<String>();
    for (int i = 0; i < roles.size(); i++) {
      Names.checkLength(findings, "roles[" + i + "].name", roles.get(i).name());
      if (!names.add(roles.get(i).name())) {
        findings.report("roles[" + i + "].name", "names a role twice");
      }
    }
    if (roles.isEmpty() && single.isEmpty()) {
      findings.report("", "has nothing to run", "a command, or roles");
    }
  }

  /**
   * The job in the words of the model; one for each element of an array.
   *
   * @param ids the next free ids
   * @param submitter whose job it is when the file names nobody
   * @param named the ids of the jobs that a dependency may name; several for an array
   * @throws IllegalArgumentException a dependency that {@code named} does not know
   */
  public List<JobSpec> toSpecs(
      Supplier<JobId> ids, String submitter, Function<String, List<JobId>> named) {
    List<Dependency> dependencies = dependencies(named);
    if (array.isEmpty()) {
      return List.of(toSpec(ids.get(), name, toRoles(Map.of()), submitter, dependencies));
    }
    int[] numbers = array.get().numbers();
    int atOnce = array.get().atOnce().orElse(numbers.length);
    var specs = new ArrayList<JobSpec>();
    for (int i = 0; i < numbers.length; i++) {
      String number = Integer.toString(numbers[i]);
      List<Role> own = toRoles(Map.of(ARRAY_INDEX, number, ARRAY_POSITION, Integer.toString(i)));
      List<Dependency> after = new ArrayList<>(dependencies);
      if (i >= atOnce) {
        // Chains of elements, as many as may run at one time: never more than that run.
        JobId before = specs.get(i - atOnce).id();
        after.add(new Dependency(before, Dependency.Condition.ENDED));
      }
      specs.add(toSpec(ids.get(), elementName(number), own, submitter, List.copyOf(after)));
    }
    return List.copyOf(specs);
  }

  private String elementName(String number) {
    return name + "-" + number;
  }

  /** The names of the jobs that the file submits: its own, or one for each element of an array. */
  public List<String> names() {
    return array
        .map(
            a ->
                Arrays.stream(a.numbers()).mapToObj(n -> elementName(Integer.toString(n))).toList())
        .orElse(List.of(name));
  }

  private JobSpec toSpec(
      JobId id, String ownName, List<Role> ownRoles, String submitter, List<Dependency> after) {
    return new JobSpec(
        id,
        ownName,
        new QueueId(queue),
        user.orElse(submitter),
        kind,
        priority,
        ownRoles,
        topology.map(Nearness::toRule).orElse(TopologyRule.ANYWHERE),
        timeLimit,
        new StartWindow(notBefore, deadline),
        after,
        interruption.map(Interruption::toModel).orElse(Disruption.DEFAULT),
        reservation,
        maxRestarts,
        labels);
  }

  private List<Role> toRoles(Map<String, String> environment) {
    Map<String, Role> all = new LinkedHashMap<>();
    single.ifPresent(f -> all.put("main", f.toRole("main", TopologyRule.ANYWHERE)));
    for (RoleEntry role : roles) {
      TopologyRule near = role.topology().map(Nearness::toRule).orElse(TopologyRule.ANYWHERE);
      all.put(role.name(), role.fields().toRole(role.name(), near));
    }
    return all.values().stream().map(role -> Environments.with(role, environment)).toList();
  }

  private List<Dependency> dependencies(Function<String, List<JobId>> named) {
    var all = new TreeMap<JobId, Dependency>();
    for (Precedence precedence : dependsOn) {
      List<JobId> jobs = named.apply(precedence.job());
      if (jobs.isEmpty()) {
        throw new IllegalArgumentException("dependsOn names an unknown job: " + precedence.job());
      }
      jobs.forEach(job -> all.put(job, new Dependency(job, precedence.condition())));
    }
    return List.copyOf(all.values());
  }
}
