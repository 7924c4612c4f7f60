package dev.weir.driver.local;

import dev.weir.control.Capabilities;
import dev.weir.control.Clock;
import dev.weir.control.Driver;
import dev.weir.control.EventSink;
import dev.weir.control.Turn;
import dev.weir.control.TurnListener;
import dev.weir.driver.local.isolation.IsolationReport;
import dev.weir.driver.local.isolation.Tenants;
import dev.weir.driver.local.launch.AllocationRecord;
import dev.weir.driver.local.launch.Places;
import dev.weir.driver.local.launch.Preparation;
import dev.weir.driver.local.launch.Surroundings;
import dev.weir.driver.local.logs.Logs;
import dev.weir.driver.local.slurm.BatchScript;
import dev.weir.driver.local.supervise.Cgroups;
import dev.weir.driver.local.supervise.Durable;
import dev.weir.driver.local.supervise.ProcessTable;
import dev.weir.driver.local.supervise.Signals;
import dev.weir.driver.local.supervise.Supervisors;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * This machine: each task a process under a supervisor that does not need the server. What was
 * started is known by its folder, {@code <data>/local/allocations/<allocation>-<incarnation>}; what
 * runs, by the mark in its environment. An allocation is started once because its folder is made
 * before it, and each task once because its supervisor must make a folder in that.
 *
 * <p>As a listener of turns it learns which ends are durable, so that it need not report them
 * again.
 */
public final class LocalDriver implements Driver, TurnListener, AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.weir.driver.local");

  private final LocalConfig config;
  private final Function<JobId, Optional<JobSpec>> specs;
  private final SavedWork saved;
  private final Places places;
  private final String world;
  private final Cgroups cgroups;
  private final Supervisors supervisors;
  private final Tenants tenants;
  private final Surrounding around;
  private final Starts starts;

  /** The newest run of each allocation, of those that are not over. */
  private final Map<AllocationId, Run> runs = new ConcurrentSkipListMap<>();

  private final Map<AllocationId, CompletableFuture<Void>> chains = new ConcurrentSkipListMap<>();
  private final ExecutorService starters = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Thread> threads = new ArrayList<>();
  private volatile @Nullable EventSink sink;
  private volatile boolean closed;

  /**
   * @param specs the job of an id, while it lives; asked on the thread that executes
   * @throws IOException the data folder cannot be used, or this system lacks something
   */
  public LocalDriver(LocalConfig config, Clock clock, Function<JobId, Optional<JobSpec>> specs)
      throws IOException {
    this(config, clock, specs, () -> true);
  }

  /**
   * @param mayAct asked before every deed; false for good once another server may lead
   */
  public LocalDriver(
      LocalConfig config,
      Clock clock,
      Function<JobId, Optional<JobSpec>> specs,
      BooleanSupplier mayAct)
      throws IOException {
    this.config = config;
    this.specs = specs;
    Path local = Files.createDirectories(config.data().resolve("local")).toRealPath();
    places = new Places(local);
    saved = new SavedWork(places, config.quiet());
    BatchScript.install(places.standIns());
    Files.createDirectories(places.allocations());
    Files.createDirectories(local.resolve("jobs"));
    world = world(local.resolve("world"));
    cgroups = Cgroups.open(world);
    supervisors = new Supervisors(local, cgroups.supervisors());
    tenants = Tenants.open(local, config.isolation());
    closeToOthers(local);
    around =
        new Surrounding(
            config, world, cgroups, supervisors, Preparation.bootId(), clock, this::tell, mayAct);
    Surroundings surroundings =
        new Surroundings(
            config.node(), config.migUuid(), config.mps(), config.pythonPath(), config.path());
    starts =
        new Starts(
            around,
            places,
            saved,
            new Preparation(
                surroundings, places, tenants, cgroups, world, supervisors.resetsSignals()),
            runs);
  }

  private void tell(Event event) {
    EventSink target = sink;
    if (target == null) {
      throw new IllegalStateException("nobody observes this machine yet");
    }
    if (!closed) {
      target.offer(event);
    }
  }

  /** A short name for this data folder, which no other has. */
  private static String world(Path file) throws IOException {
    if (!Files.exists(file)) {
      Durable.write(file, UUID.randomUUID().toString().substring(0, 13));
    }
    return Files.readString(file).strip();
  }

  /** Tenants' own files lie deep inside; they may pass, and list nothing. Nobody else may. */
  private void closeToOthers(Path local) throws IOException {
    boolean pass = tenants.mode() == IsolationReport.Mode.PER_TENANT;
    for (Path folder :
        List.of(local, places.allocations(), places.standIns(), local.resolve("jobs"))) {
      Files.setPosixFilePermissions(
          folder, PosixFilePermissions.fromString(pass ? "rwx--x--x" : "rwx------"));
    }
  }

  /** What keeps tenants apart here. */
  public IsolationReport isolation() {
    return tenants.report(cgroups);
  }

  /** Asks for a checkpoint of what runs, where the job takes such requests; it goes on running. */
  public void askForCheckpoint(AllocationId allocation) {
    Run run = runs.get(allocation);
    if (run != null && !run.isOver()) {
      run.save();
    }
  }

  /** What tasks have written. */
  public Logs logs() {
    return new Logs(places.local());
  }

  @Override
  public DomainId domain() {
    return config.node().domain();
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(
        config.node().deviceIdentity(),
        true,
        config.mps() ? Capabilities.Isolation.ENFORCED : Capabilities.Isolation.UNENFORCED,
        false,
        false,
        true);
  }

  // ------------------------------------------------------------------ what is there

  @Override
  public List<Found> found() {
    List<Found> found = new ArrayList<>();
    try {
      Map<AllocationId, TreeMap<Integer, Path>> folders = folders();
      for (var one : folders.entrySet()) {
        Path newest = one.getValue().lastEntry().getValue();
        for (Path older : one.getValue().headMap(one.getValue().lastKey()).values()) {
          open(older).discard(); // its successor was started when it was over
          touch(older.resolve(Places.JOURNALED));
        }
        found(newest).ifPresent(found::add);
      }
      found.addAll(withoutFolder(folders));
    } catch (IOException e) {
      throw new UncheckedIOException("what runs on this machine cannot be found out", e);
    }
    return found;
  }

  private Map<AllocationId, TreeMap<Integer, Path>> folders() throws IOException {
    Map<AllocationId, TreeMap<Integer, Path>> folders = new TreeMap<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(places.allocations(), "[0-9]*-[0-9]*")) {
      for (Path folder : all) {
        if (AllocationRecord.in(folder) && !Files.exists(folder.resolve(Places.JOURNALED))) {
          String[] name = folder.getFileName().toString().split("-");
          folders
              .computeIfAbsent(new AllocationId(Long.parseLong(name[0])), _ -> new TreeMap<>())
              .put(Integer.parseInt(name[1]), folder);
        }
      }
    }
    return folders;
  }

  private Optional<Found> found(Path folder) throws IOException {
    Run run = open(folder);
    AllocationRecord record = run.record();
    AllocationId id = record.allocationId();
    Optional<Found> found =
        switch (run.find()) {
          case NOTHING, RESIZING -> Optional.empty();
          case RUNNING -> Optional.of(new Found.Running(id, record.jobId(), record.incarnation()));
          case ENDED -> Optional.of(run.conclude());
        };
    runs.put(id, run);
    return found;
  }

  private Run open(Path folder) throws IOException {
    AllocationRecord record = AllocationRecord.read(folder);
    return new Run(around, record, folder, saved.watch(record));
  }

  /** Processes of ours of which nothing is written down any more: they are ended, and were lost. */
  private List<Found> withoutFolder(Map<AllocationId, TreeMap<Integer, Path>> known) {
    Map<AllocationId, Found> lost = new TreeMap<>();
    for (ProcessTable.Row row : ProcessTable.of(world).rows()) {
      var mark = row.mark();
      boolean has =
          known.getOrDefault(mark.allocation(), new TreeMap<>()).containsKey(mark.incarnation());
      if (!has) {
        Signals.send(row.key(), Signals.KILL);
        if (!known.containsKey(mark.allocation())) {
          lost.put(
              mark.allocation(),
              new Found.Ended(mark.allocation(), mark.job(), mark.incarnation(), Event.End.LOST));
        }
      }
    }
    return List.copyOf(lost.values());
  }

  @Override
  public void observe(EventSink value) {
    sink = value;
    value.offer(new Event.NodeJoined(config.node()));
    for (Run run : runs.values()) {
      if (!run.isOver()) {
        follow(run);
      }
    }
  }

  private void follow(Run run) {
    Thread thread =
        Thread.ofVirtual()
            .name("weir-run-" + run.record().allocationId())
            .uncaughtExceptionHandler((_, e) -> failed(run, e))
            .unstarted(run::live);
    synchronized (threads) {
      threads.removeIf(t -> !t.isAlive());
      threads.add(thread);
    }
    thread.start();
  }

  /** Its files are damaged or unreadable: nobody can follow it, so it must not run. */
  private void failed(Run run, Throwable cause) {
    if (closed) {
      return;
    }
    LOG.log(System.Logger.Level.ERROR, "allocation " + run.record().allocationId(), cause);
    AllocationRecord record = run.record();
    try {
      run.discard();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.ERROR, "its processes may be left", e);
    }
    around.tell(
        new Event.AllocationEnded(
            record.allocationId(),
            record.jobId(),
            record.incarnation(),
            Event.End.LOST,
            Optional.of(
                new Exit(OptionalInt.empty(), OptionalInt.empty(), String.valueOf(cause)))));
  }

  // ------------------------------------------------------------------ what is wanted

  @Override
  public void execute(List<Action.ForWorld> actions) {
    for (Action.ForWorld action : actions) {
      switch (action) {
        case Action.Start(Allocation a) -> {
          Optional<JobSpec> spec = specs.apply(a.job());
          inOrder(a.id(), () -> start(start(a), a.job(), spec, false));
        }
        case Action.Stop stop ->
            inOrder(
                stop.allocation(),
                () ->
                    Optional.ofNullable(runs.get(stop.allocation())).ifPresent(r -> r.stop(stop)));
        case Action.Resize resize -> {
          Optional<JobSpec> spec = specs.apply(resize.job());
          inOrder(resize.allocation(), () -> resize(resize, spec));
        }
        case Action.ReshapeMig reshape -> keepLayout(reshape);
      }
    }
  }

  /** One allocation's orders are carried out one after another, those of several at once. */
  private void inOrder(AllocationId id, Runnable order) {
    chains.compute(
        id,
        (_, former) ->
            (former == null ? CompletableFuture.<Void>completedFuture(null) : former)
                .thenRunAsync(order, starters)
                .exceptionally(
                    e -> {
                      LOG.log(System.Logger.Level.ERROR, "allocation " + id, e);
                      return null;
                    }));
  }

  private static Preparation.Start start(Allocation a) {
    return new Preparation.Start(
        a.id(), a.incarnation(), a.variants(), a.tasks(), Optional.empty());
  }

  private void keepLayout(Action.ReshapeMig reshape) {
    var device = config.node().devices().get(reshape.device());
    around.tell(new Event.MigLayoutObserved(reshape.node(), reshape.device(), device.layout()));
  }

  private void start(Preparation.Start start, JobId job, Optional<JobSpec> spec, boolean inPlace) {
    Run known = runs.get(start.id());
    if (known != null && known.record().incarnation() >= start.incarnation()) {
      known.begin(inPlace); // what was prepared and not started is started, all else is ignored
      return;
    }
    starts
        .start(start, job, spec)
        .ifPresent(
            run -> {
              run.begin(inPlace);
              follow(run);
            });
  }

  private void resize(Action.Resize resize, Optional<JobSpec> spec) {
    Run run = runs.get(resize.allocation());
    if (run == null) {
      return; // gone already, its end is on its way
    }
    Preparation.Start next =
        new Preparation.Start(
            resize.allocation(),
            resize.incarnation(),
            run.record().variants(),
            resize.tasks(),
            Optional.empty());
    Runnable restart = () -> start(next, resize.job(), spec, resize.inPlace());
    if (run.isOver() || run.record().incarnation() >= resize.incarnation()) {
      restart.run();
    } else {
      run.resize(resize.incarnation(), restart);
    }
  }

  @Override
  public void discard(AllocationId allocation) {
    Run run = runs.remove(allocation);
    if (run == null) {
      return;
    }
    try {
      run.discard();
      touch(run.folder().resolve(Places.JOURNALED));
    } catch (IOException e) {
      throw new UncheckedIOException("allocation " + allocation + " cannot be ended", e);
    }
  }

  private static void touch(Path file) throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
  }

  // ------------------------------------------------------------------ what became durable

  @Override
  public void turned(Turn turn, long passNanos) {
    for (Event event : turn.events()) {
      switch (event) {
        case Event.AllocationEnded e -> journaled(e.allocation(), e.incarnation());
        case Event.StartRefused e -> journaled(e.allocation(), e.incarnation());
        default -> {
          // Nothing else ends an allocation.
        }
      }
    }
  }

  private void journaled(AllocationId id, int incarnation) {
    Path folder = places.allocation(id, incarnation);
    Run run = runs.get(id);
    if (run != null && !run.isOver()) {
      return; // an end of an older incarnation
    }
    runs.remove(id);
    chains.remove(id);
    if (Files.isDirectory(folder)) {
      try {
        touch(folder.resolve(Places.JOURNALED));
      } catch (IOException e) {
        // It is reported once more at the next start, and ignored then.
        LOG.log(System.Logger.Level.WARNING, "cannot note that " + id + " is over", e);
      }
    }
  }

  /** Lets go of all tasks; they run on. */
  @Override
  public void close() {
    closed = true;
    starters.shutdown();
    runs.values().forEach(Run::leave);
    List<Thread> left;
    synchronized (threads) {
      left = List.copyOf(threads);
    }
    for (Thread thread : left) {
      try {
        thread.join(java.time.Duration.ofSeconds(5));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
