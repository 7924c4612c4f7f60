package dev.weir.simulator.scenario;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Inline;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.OneOrMany;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Shorthand;
import dev.weir.files.bind.Synonyms;
import dev.weir.files.bind.Variant;
import dev.weir.files.document.ClusterFile;
import dev.weir.files.document.NamePattern;
import dev.weir.files.document.NodeGroup;
import dev.weir.files.document.QueueEntry;
import dev.weir.files.document.QueuesFile;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.queue.QueueSpec;
import dev.weir.model.reservation.Reservation;
import dev.weir.model.unit.Bytes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** What happens. */
@Doc("What happens.")
public sealed interface Deed permits Submission, Deed.Simple {

  /** Reports names that the scenario does not know; {@code at} is the deed itself. */
  void check(Findings at, Names names);

  /** The word for it in documents. */
  default String word() {
    return Optional.ofNullable(getClass().getAnnotation(Variant.class))
        .map(Variant::value)
        .orElseThrow();
  }

  /** All deeds but the submission. */
  sealed interface Simple extends Deed {}

  /** Cancel. */
  @Variant("cancel")
  @Doc("A person ends jobs: a name, or a list.")
  record Cancel(List<String> jobs) implements Simple {
    @Shorthand
    static Cancel one(String job) {
      return new Cancel(List.of(job));
    }

    @Shorthand
    static Cancel many(@NotEmpty List<String> jobs) {
      return new Cancel(jobs);
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "", jobs);
    }
  }

  /** Suspend. */
  @Variant("suspend")
  @Doc("A person suspends jobs: a name, or a list.")
  record Suspend(List<String> jobs) implements Simple {
    @Shorthand
    static Suspend one(String job) {
      return new Suspend(List.of(job));
    }

    @Shorthand
    static Suspend many(@NotEmpty List<String> jobs) {
      return new Suspend(jobs);
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "", jobs);
    }
  }

  /** Resume. */
  @Variant("resume")
  @Doc("A person lets suspended jobs go on: a name, or a list.")
  record Resume(List<String> jobs) implements Simple {
    @Shorthand
    static Resume one(String job) {
      return new Resume(List.of(job));
    }

    @Shorthand
    static Resume many(@NotEmpty List<String> jobs) {
      return new Resume(jobs);
    }

    @Override
    public void check(Findings at, Names names) {
      names.jobs(at, "", jobs);
    }
  }

  /** Priority. */
  @Variant("priority")
  @Doc("A person changes a job's priority.")
  record Priority(
      @Doc("The job.") String job,
      @Doc("The new priority.") @Range(min = -1_000_000, max = 1_000_000) int to)
      implements Simple {
    @Override
    public void check(Findings at, Names names) {
      names.job(at, "job", job);
    }
  }

  /** Join. */
  @Variant("join")
  @Doc("Nodes join, or come back changed: the fields of a node group, and their identity.")
  record Join(
      @Doc(
              "Identity of the hosts; left out: their names. The same name with another identity is"
                  + " another host.")
          Optional<String> uid,
      @Inline NodeGroup nodes)
      implements Simple {
    @Override
    public void check(Findings at, Names names) {
      for (int i = 0; i < nodes.devices().size(); i++) {
        names.model(at, "devices[" + i + "].model", nodes.devices().get(i).model());
      }
      nodes
          .perDomain()
          .keySet()
          .forEach(level -> names.level(at, Findings.keyOf("perDomain", level), level));
    }

    /** The nodes in the words of the model. */
    public List<NodeSpec> toSpecs(ClusterFile cluster) {
      var groups = new ArrayList<>(cluster.nodes());
      groups.add(nodes);
      List<NodeSpec> all =
          new ClusterFile(
                  cluster.name(),
                  cluster.deviceModels(),
                  cluster.topology(),
                  cluster.domains(),
                  groups,
                  cluster.licences(),
                  cluster.queues(),
                  cluster.reservations())
              .toCluster()
              .nodes();
      return all.subList(all.size() - nodes.names().size(), all.size()).stream()
          .map(this::identified)
          .toList();
    }

    private NodeSpec identified(NodeSpec n) {
      return new NodeSpec(
          n.id(),
          uid.orElse(n.uid()),
          n.domain(),
          n.cpu(),
          n.memory(),
          n.maxTasks(),
          n.devices(),
          n.labels(),
          n.taints(),
          n.deviceIdentity());
    }
  }

  /** Leave. */
  @Variant("leave")
  @Doc("Nodes are gone: a name, or fields.")
  record Leave(
      @Doc("Names or numbered ranges.") @NotEmpty @OneOrMany List<NamePattern> nodes,
      @Doc("Identity of the host that is gone; left out: the one that is there.")
          Optional<String> uid)
      implements Simple {
    @Shorthand
    static Leave one(String node) {
      return new Leave(List.of(NamePattern.parse(node)), Optional.empty());
    }

    @Override
    public void check(Findings at, Names names) {
      names.nodes(at, "nodes", nodes);
    }
  }

  /** Health. */
  @Variant("health")
  @Doc("The health of nodes changes.")
  record Health(
      @Doc("Names or numbered ranges.") @NotEmpty @OneOrMany @Synonyms("node")
          List<NamePattern> nodes,
      @Doc(
              "ready: takes tasks; not-ready and cordoned: takes no new ones, those that run go on;"
                  + " failed: its tasks are lost.")
          Event.Health is)
      implements Simple {
    @Override
    public void check(Findings at, Names names) {
      names.nodes(at, "nodes", nodes);
    }
  }

  /** Device. */
  @Variant("device")
  @Doc("A device fails or is well again.")
  record Device(
      @Doc("The node.") String node,
      @Doc("Number of the device, from 0.") @Range(min = 0, max = 63) int number,
      @Doc("False: it fails.") @Default("false") boolean healthy)
      implements Simple {
    @Override
    public void check(Findings at, Names names) {
      names.node(at, "node", node);
    }
  }

  /** Layout. */
  @Variant("layout")
  @Doc("The MIG instances that a device of fixed layout really has are observed.")
  record Layout(
      @Doc("The node.") String node,
      @Doc("Number of the device, from 0.") @Range(min = 0, max = 63) int device,
      @Doc("The instances; none: the device is whole.") List<NodeGroup.Instance> instances)
      implements Simple {
    @Override
    public void check(Findings at, Names names) {
      names.node(at, "node", node);
    }

    /** The instances in the words of the model. */
    public List<MigInstance> toInstances() {
      return instances.stream().map(i -> new MigInstance(device, i.profile(), i.start())).toList();
    }
  }

  /** Refuse. */
  @Variant("refuse")
  @Doc("From now on the world refuses to start a job.")
  record Refuse(
      @Doc("The job.") String job,
      @Doc("How many starts; left out: all.") @Range(min = 0, max = 1_000_000)
          Optional<Integer> starts)
      implements Simple {
    @Override
    public void check(Findings at, Names names) {
      names.job(at, "job", job);
    }
  }

  /** Report. */
  @Variant("report")
  @Doc("The world reports something late, twice, or wrongly; nothing really happens.")
  record Report(
      @Doc("The job.") String job,
      @Doc("What is reported of it.") What event,
      @Doc("Which start of the job it is about, from 1; left out: the newest.")
          @Range(min = 1, max = 1_000_000)
          Optional<Integer> incarnation,
      @Doc("How it ended, for ended.") @Default("completed") Event.End as,
      @Doc("Rank of the task, for task-lost.") @Range(min = 0, max = 1_000_000) @Default("0")
          int task)
      implements Simple {

    /** What a world may report. */
    public enum What {
      STARTED,
      ENDED,
      START_REFUSED,
      TASK_LOST,
      CHECKPOINT
    }

    @Override
    public void check(Findings at, Names names) {
      names.job(at, "job", job);
    }
  }

  /** Forecast. */
  @Variant("forecast")
  @Doc("A job's run time is predicted.")
  record Forecast(
      @Doc("The job.") String job, @Doc("Median.") Duration p50, @Doc("Ninth decile.") Duration p90)
      implements Simple, Checked {
    @Override
    public void check(Findings findings) {
      if (p90.compareTo(p50) < 0) {
        findings.report("p90", "is less than p50", "at least as much");
      }
    }

    @Override
    public void check(Findings at, Names names) {
      names.job(at, "job", job);
    }
  }

  /** Reserve. */
  @Variant("reserve")
  @Doc(
      "Room is set aside for queues or users. Without either it is a maintenance window: nobody's"
          + " jobs run there.")
  record Reserve(
      @Doc("Short name; a job may ask for it.") String name,
      @Doc("Whole nodes: names or numbered ranges.") @OneOrMany List<NamePattern> nodes,
      @Doc("That many devices, chosen by the engine.") @Range(min = 1, max = 1_000_000)
          Optional<Integer> devices,
      @Doc("Models that are welcome beside devices; left out: any.") @OneOrMany List<String> model,
      @Doc("Queues whose jobs may use it.") @OneOrMany List<String> queues,
      @Doc("Users whose jobs may use it.") @OneOrMany List<String> users,
      @Doc("First moment, counted from the start of the scenario.") Duration from,
      @Doc("First moment after it; left out: for ever.") Optional<Duration> until)
      implements Simple, Checked {
    @Override
    public void check(Findings findings) {
      if (nodes.isEmpty() == devices.isEmpty()) {
        findings.report("", "sets aside nothing, or two things", "one of nodes, devices");
      }
      if (until.isPresent() && until.get().compareTo(from) <= 0) {
        findings.report("until", "is not after from");
      }
    }

    @Override
    public void check(Findings at, Names names) {
      names.nodes(at, "nodes", nodes);
      for (int i = 0; i < model.size(); i++) {
        names.model(at, "model[" + i + "]", model.get(i));
      }
      for (int i = 0; i < queues.size(); i++) {
        names.queue(at, "queues[" + i + "]", queues.get(i));
      }
    }

    /** The reservation in the words of the model. */
    public Reservation toReservation() {
      Reservation.Room room =
          devices
              .<Reservation.Room>map(
                  n ->
                      new Reservation.Room.Devices(
                          n, new DeviceFilter(new TreeSet<>(model), Bytes.ZERO, 0, 0)))
              .orElseGet(() -> new Reservation.Room.Nodes(new TreeSet<>(Names.nodeIds(nodes))));
      var owners = new TreeSet<QueueId>();
      queues.forEach(q -> owners.add(new QueueId(q)));
      return new Reservation(
          name,
          room,
          owners,
          new TreeSet<>(users),
          Instant.EPOCH.plus(from),
          until.map(Instant.EPOCH::plus));
    }
  }

  /** Release. */
  @Variant("release")
  @Doc("A reservation or drain is withdrawn: its name.")
  record Release(@Doc("Its name.") String reservation) implements Simple {
    @Shorthand
    static Release named(String reservation) {
      return new Release(reservation);
    }

    @Override
    public void check(Findings at, Names names) {
      names.reservation(at, "", reservation);
    }
  }

  /** Drain. */
  @Variant("drain")
  @Doc("Nodes are emptied by a date, for ever or until a time.")
  record Drain(
      @Doc("Names or numbered ranges.") @NotEmpty @OneOrMany List<NamePattern> nodes,
      @Doc("From when nobody's jobs run there.") Duration from,
      @Doc("Until when; left out: for ever.") Optional<Duration> until,
      @Doc("Name under which it can be released.")
          @Default("drain")
          @Matches(value = "\\S+", meaning = "a short name")
          String name)
      implements Simple {
    @Override
    public void check(Findings at, Names names) {
      names.nodes(at, "nodes", nodes);
    }

    /** The drain in the words of the model. */
    public Reservation toReservation() {
      return new Reservation(
          name,
          new Reservation.Room.Nodes(new TreeSet<NodeId>(Names.nodeIds(nodes))),
          java.util.Set.of(),
          java.util.Set.of(),
          Instant.EPOCH.plus(from),
          until.map(Instant.EPOCH::plus));
    }
  }

  /** Restart. */
  @Variant("restart")
  @Doc(
      "The control loop dies and a new one recovers from the journal; its state must be the same as"
          + " before. What the world does meanwhile is found out afterwards.")
  record Restart(@Doc("How long nobody watches the world.") @Default("0s") Duration down)
      implements Simple {
    @Override
    public void check(Findings at, Names names) {
      // Nothing is named.
    }
  }

  /** Queues. */
  @Variant("queues")
  @Doc("The whole tree of queues is configured anew: a list of queues.")
  record Queues(List<QueueEntry> queues) implements Simple {
    @Shorthand
    static Queues all(@NotEmpty List<QueueEntry> queues) {
      return new Queues(queues);
    }

    @Override
    public void check(Findings at, Names names) {
      // The entries were checked one by one when they were read.
    }

    /** The queues in the words of the model. */
    public List<QueueSpec> toSpecs() {
      return new QueuesFile(queues).toSpecs();
    }
  }

  /** Licences. */
  @Variant("licences")
  @Doc("The counts of licences change: a count for each name.")
  record Licences(Map<String, Integer> counts) implements Simple {
    @Shorthand
    static Licences all(@NotEmpty @Range(min = 0) Map<String, Integer> counts) {
      return new Licences(counts);
    }

    @Override
    public void check(Findings at, Names names) {
      // New names are allowed.
    }
  }

  /** Policy. */
  @Variant("policy")
  @Doc("Another policy is configured, by name or with changes.")
  record Policy(@Inline PolicyChoice choice) implements Simple {
    @Shorthand
    static Policy named(String name) {
      return new Policy(PolicyChoice.named(name));
    }

    @Override
    public void check(Findings at, Names names) {
      choice.checkNames(at);
    }
  }

  /** Pass. */
  @Variant("pass")
  @Doc("Nothing but a pass; with every and times beside it, many of them.")
  record Pass() implements Simple {
    @Override
    public void check(Findings at, Names names) {
      // Nothing is named.
    }
  }
}
