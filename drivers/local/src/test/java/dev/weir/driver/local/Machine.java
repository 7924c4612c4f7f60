package dev.weir.driver.local;

import dev.weir.control.Clock;
import dev.weir.control.Driver;
import dev.weir.driver.local.isolation.IsolationWish;
import dev.weir.driver.local.stop.Patience;
import dev.weir.driver.local.supervise.Mark;
import dev.weir.driver.local.supervise.ProcessTable;
import dev.weir.driver.local.supervise.Signals;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Launch;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.job.Variant;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** This machine as {@code cpu:8}, a driver on it, and all that it says. */
final class Machine implements AutoCloseable {
  static final NodeId NODE = new NodeId("here");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  final Path data;
  final List<Event> heard = Collections.synchronizedList(new ArrayList<>());
  private final Map<JobId, JobSpec> specs = new TreeMap<>();
  private final UnaryOperator<LocalConfig> config;
  private LocalDriver driver;
  private List<Driver.Found> found = List.of();

  private Machine(Path data, UnaryOperator<LocalConfig> config) throws IOException {
    this.data = data;
    this.config = config;
    driver = open();
    driver.observe(heard::add);
  }

  static Machine at(Path data) throws IOException {
    return new Machine(data, UnaryOperator.identity());
  }

  static Machine at(Path data, UnaryOperator<LocalConfig> config) throws IOException {
    return new Machine(data, config);
  }

  static NodeSpec node() {
    DeviceModel slot = new DeviceModel("cpu-slot", "cpu", Bytes.ZERO, 0, 0, Optional.empty());
    return new NodeSpec(
        NODE,
        "machine",
        new DomainId("local"),
        Cpu.ofCores(64),
        Bytes.ofGib(64),
        256,
        Collections.nCopies(8, DeviceSpec.of(slot)),
        Map.of(),
        List.of(),
        true);
  }

  static LocalConfig quick(Path data) {
    return LocalConfig.of(data, node())
        .withIsolation(IsolationWish.NONE)
        .withPatience(
            new Patience(Duration.ofMillis(600), Duration.ofMillis(600), Duration.ofSeconds(20)));
  }

  private LocalDriver open() throws IOException {
    LocalDriver opened =
        new LocalDriver(
            config.apply(quick(data)), Clock.SYSTEM, id -> Optional.ofNullable(specs.get(id)));
    found = opened.found();
    return opened;
  }

  /** The server goes, and another one comes on the same folder; tasks are not touched. */
  List<Driver.Found> restart() throws IOException {
    driver.close();
    heard.clear();
    driver = open();
    driver.observe(heard::add);
    return found;
  }

  LocalDriver driver() {
    return driver;
  }

  // ------------------------------------------------------------------ jobs

  static Launch sh(String script) {
    return Launch.of("", List.of("sh", "-c", script), Map.of());
  }

  JobSpec job(long id, int tasks, Launch launch, UnaryOperator<Disruption> rule) {
    TaskRequest request =
        TaskRequest.of(
            Cpu.ofCores(1),
            Bytes.ofMib(64),
            new DeviceRequest.Whole(1, dev.weir.model.job.DeviceFilter.ANY));
    Role role =
        new Role(
            "worker",
            tasks,
            List.of(),
            List.of(new Variant("default", 0, request, launch)),
            TopologyRule.ANYWHERE,
            Optional.empty());
    JobSpec plain = JobSpec.of(new JobId(id), "job" + id, new QueueId("team/a"), 0, List.of(role));
    return with(
        plain, rule.apply(Disruption.DEFAULT.withStop(Disruption.StopClass.CANNOT_CHECKPOINT)));
  }

  static JobSpec with(JobSpec s, Disruption disruption) {
    return new JobSpec(
        s.id(),
        s.name(),
        s.queue(),
        s.user(),
        s.kind(),
        s.priority(),
        s.roles(),
        s.topology(),
        s.timeLimit(),
        s.window(),
        s.dependencies(),
        disruption,
        s.reservation(),
        s.maxRestarts(),
        s.labels());
  }

  /** Starts a job of that many tasks; allocation and job have the same number. */
  Allocation start(long id, int tasks, String script) {
    return start(job(id, tasks, sh(script), UnaryOperator.identity()), tasks, 1);
  }

  /** From now on the job is this. */
  void know(JobSpec spec) {
    specs.put(spec.id(), spec);
  }

  Allocation start(JobSpec spec, int tasks, int incarnation) {
    know(spec);
    Allocation a =
        new Allocation(
            new AllocationId(spec.id().value()), spec.id(), incarnation, List.of(0), places(tasks));
    driver.execute(List.of(new Action.Start(a)));
    return a;
  }

  static List<TaskPlacement> places(int tasks) {
    List<TaskPlacement> places = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      places.add(new TaskPlacement(0, i, NODE, new DeviceBooking.Whole(1L << i)));
    }
    return places;
  }

  void stop(Allocation a, boolean gentle, Duration grace) {
    driver.execute(
        List.of(
            new Action.Stop(
                a.id(), a.job(), gentle, grace, Action.StopCause.PRIORITY, Optional.empty())));
  }

  // ------------------------------------------------------------------ what happens

  <E extends Event> E await(Class<E> kind, Predicate<E> which) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < until) {
      for (Event event : List.copyOf(heard)) {
        if (kind.isInstance(event) && which.test(kind.cast(event))) {
          return kind.cast(event);
        }
      }
      sleep(5);
    }
    throw new AssertionError("no " + kind.getSimpleName() + " among " + heard);
  }

  void awaitStarted(Allocation a) {
    await(Event.AllocationStarted.class, e -> e.allocation().equals(a.id()));
  }

  Event.AllocationEnded awaitEnd(Allocation a) {
    return await(Event.AllocationEnded.class, e -> e.allocation().equals(a.id()));
  }

  static void until(String what, java.util.function.BooleanSupplier holds) {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > until) {
        throw new AssertionError("it never came to be that " + what);
      }
      sleep(5);
    }
  }

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  Path folder(Allocation a, int task) {
    return data.resolve(
        "local/allocations/%d-%d/worker.%d".formatted(a.id().value(), a.incarnation(), task));
  }

  String output(Allocation a, int task) throws IOException {
    return Files.readString(folder(a, task).resolve("stdout.log"));
  }

  long pid(Allocation a, int task, String file) throws IOException {
    return Long.parseLong(Files.readString(folder(a, task).resolve(file)).split(" ")[0]);
  }

  static void kill(long pid, String signal) throws IOException {
    try {
      new ProcessBuilder("kill", "-s", signal, "--", Long.toString(pid)).start().waitFor();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** All processes of this world. */
  List<Mark> processes() throws IOException {
    return ProcessTable.of(Files.readString(data.resolve("local/world")).strip()).rows().stream()
        .map(ProcessTable.Row::mark)
        .toList();
  }

  /** Ends all processes of a data folder. */
  static void endAll(Path data) throws IOException {
    String world = Files.readString(data.resolve("local/world")).strip();
    for (ProcessTable.Row row : ProcessTable.of(world).rows()) {
      Signals.send(row.key(), Signals.KILL);
    }
  }

  @Override
  public void close() throws IOException {
    driver.close();
    endAll(data);
  }
}
