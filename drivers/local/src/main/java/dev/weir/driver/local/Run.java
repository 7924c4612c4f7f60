package dev.weir.driver.local;

import dev.weir.checkpoint.CheckpointWatch;
import dev.weir.checkpoint.commit.Manifest;
import dev.weir.control.Driver;
import dev.weir.driver.local.launch.AllocationRecord;
import dev.weir.driver.local.launch.Preparation;
import dev.weir.driver.local.logs.LogTrim;
import dev.weir.driver.local.stop.PoliteStop;
import dev.weir.driver.local.supervise.Cgroups;
import dev.weir.driver.local.supervise.Durable;
import dev.weir.driver.local.supervise.ExitRecord;
import dev.weir.driver.local.supervise.Mark;
import dev.weir.driver.local.supervise.ProcessKey;
import dev.weir.driver.local.supervise.Signals;
import dev.weir.driver.local.supervise.Supervisors;
import dev.weir.driver.local.supervise.Sweep;
import dev.weir.driver.local.supervise.TaskFolder;
import dev.weir.model.action.Action;
import dev.weir.model.event.Checkpoint;
import dev.weir.model.event.Event;
import dev.weir.model.job.Disruption.StopClass;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One start of a job, from its files to its end, on a thread of its own: everything but orders
 * happens on that thread. The processes do not need it: when the server goes, they go on, and a new
 * run takes over from their folder.
 */
final class Run {
  private static final long BEGINNING_PAUSE = 4;
  private static final long ENDING_PAUSE = 20;
  private static final long USUAL_PAUSE = 50;
  private static final long LEFTOVERS_MS = 2_000;
  private static final long TRIM_EVERY_MS = 5_000;
  private static final String STOP_BEGUN = "stop-begun";
  private static final String STOP_TOLD = "stop-told";
  private static final String RESIZING = "resizing";
  private static final String WARNED = "warned";

  private final Surrounding around;
  private final AllocationRecord record;
  private final Path folder;
  private final List<RunTask> tasks = new ArrayList<>();
  private final Sweep sweep;
  private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();
  private final SaveWatch saves;
  private boolean concluding;
  private @Nullable Checkpoint unheard;

  private boolean announce;
  private long trimAt;
  private long begunAt;
  private @Nullable PoliteStop stop;
  private @Nullable PoliteStop rest;
  private boolean told;
  private Order.@Nullable Resize resize;
  private boolean inPlace;
  private @Nullable String culprit;
  private volatile boolean over;
  private volatile boolean left;

  /** What a run is asked to do. */
  private sealed interface Order {
    record Begin(boolean inPlace) implements Order {}

    record Stop(Action.Stop stop) implements Order {}

    record Resize(int incarnation, Runnable restart) implements Order {}

    record Save() implements Order {}

    record Leave() implements Order {}
  }

  Run(Surrounding around, AllocationRecord record, Path folder, CheckpointWatch saved) {
    this.around = around;
    this.record = record;
    this.folder = folder;
    boolean sameBoot = record.bootId().equals(around.bootId());
    List<Sweep.Task> places = new ArrayList<>();
    for (AllocationRecord.Task task : record.tasks()) {
      if (task.started()) {
        String group =
            Preparation.cgroupName(record.allocationId(), record.incarnation(), task.folder());
        RunTask one =
            new RunTask(
                task,
                new TaskFolder(folder.resolve(task.folder())),
                mark(task),
                around.cgroups().find(group),
                sameBoot);
        tasks.add(one);
        places.add(new Sweep.Task(one.folder(), one.group()));
      }
    }
    sweep = new Sweep(around.world(), this::isOurs, places);
    saves = new SaveWatch(saved, around, this::saved);
    told = Files.exists(folder.resolve(STOP_TOLD));
  }

  private Mark mark(AllocationRecord.Task task) {
    return new Mark(
        around.world(), record.jobId(), record.allocationId(), record.incarnation(), task.folder());
  }

  private boolean isOurs(Mark mark) {
    return mark.allocation().equals(record.allocationId())
        && mark.incarnation() == record.incarnation();
  }

  AllocationRecord record() {
    return record;
  }

  Path folder() {
    return folder;
  }

  /** Its end was told. */
  boolean isOver() {
    return over;
  }

  // ------------------------------------------------------------------ from outside

  /** Starts its tasks, those that are not started yet. */
  void begin(boolean inPlace) {
    orders.add(new Order.Begin(inPlace));
  }

  void stop(Action.Stop wish) {
    orders.add(new Order.Stop(wish));
  }

  /** Asks for a checkpoint where the job takes such requests; the tasks go on. */
  void save() {
    orders.add(new Order.Save());
  }

  /** Stops at a checkpoint; {@code restart} starts what follows when nothing of this runs. */
  void resize(int incarnation, Runnable restart) {
    orders.add(new Order.Resize(incarnation, restart));
  }

  /** Lets go of the tasks, which run on. */
  void leave() {
    left = true;
    orders.add(new Order.Leave());
  }

  /** Ends at once and tells nobody. */
  void discard() throws IOException {
    over = true;
    withholdAll();
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (!sweep.processes().isEmpty() && System.nanoTime() < until) {
      sweep.kill();
      pause(5);
    }
    cleanUp();
  }

  private static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How things stand, for a driver that has just started. */
  enum Finding {
    /** No task was ever started. */
    NOTHING,
    /** Tasks run, or are about to. */
    RUNNING,
    /** No task runs any more. */
    ENDED,
    /** No task runs any more, and the next incarnation was wished for. */
    RESIZING
  }

  /** Looks once. Before the run has a thread. */
  Finding find() throws IOException {
    look();
    if (tasks.stream().allMatch(t -> t.state() instanceof RunTask.State.Unclaimed)) {
      return Finding.NOTHING;
    }
    if (!tasks.stream().allMatch(t -> t.state().over() || unclaimed(t))) {
      return Finding.RUNNING;
    }
    // Some were never started and the others are over: nothing of it runs, and nothing is to start.
    withholdAll();
    look();
    if (!Files.exists(folder.resolve(RESIZING))) {
      return Finding.ENDED;
    }
    discard();
    return Finding.RESIZING;
  }

  private static boolean unclaimed(RunTask task) {
    return task.state() instanceof RunTask.State.Unclaimed;
  }

  /** Ends what is left of tasks that ended while nobody looked, and says how they ended. */
  Driver.Found.Ended conclude() throws IOException {
    discard();
    concluding = true;
    lookOnceMore();
    Judgement judgement = judge();
    return new Driver.Found.Ended(
        record.allocationId(),
        record.jobId(),
        record.incarnation(),
        judgement.end(),
        Optional.of(judgement.exit()),
        Optional.ofNullable(unheard));
  }

  /** What was saved last may not have been seen; of a job that is done nobody will ask. */
  private void lookOnceMore() {
    if (told || !tasks.stream().allMatch(Run::endedWell)) {
      saves.lastLook();
    }
  }

  /** Follows the run to its end. On its thread. */
  void live() {
    saves.start();
    try {
      while (!over && !left) {
        Order order = orders.poll(pause(), TimeUnit.MILLISECONDS);
        if (!around.mayAct()) {
          return; // this process may have been frozen; another looks after all of it now
        }
        if (order != null) {
          take(order);
        }
        if (!over && !left) {
          step();
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a run", e);
    } catch (IOException e) {
      throw new UncheckedIOException("allocation " + record.allocationId(), e);
    } finally {
      saves.close();
    }
  }

  private long pause() {
    if (announce) {
      return BEGINNING_PAUSE;
    }
    return stop != null || rest != null ? ENDING_PAUSE : USUAL_PAUSE;
  }

  private void take(Order order) throws IOException {
    switch (order) {
      case Order.Begin(boolean asResize) -> {
        inPlace = asResize;
        start();
      }
      case Order.Stop(Action.Stop wish) -> {
        if (stop == null || (stop.gentle() && !wish.gentle())) {
          resize = null;
          Files.deleteIfExists(folder.resolve(RESIZING));
          stop(wish.gentle(), wish.grace().toMillis());
        }
      }
      case Order.Save() -> {
        if (stop == null && record.stopClass() == StopClass.SAVE_THEN_STOP) {
          saves.ask(tasks, Instant.ofEpochMilli(around.now() + record.graceMs()));
          saves.hurry();
        }
      }
      case Order.Leave() -> {}
      case Order.Resize wish -> {
        resize = wish;
        touch(RESIZING);
        if (stop == null) {
          stop(true, record.graceMs());
        }
      }
    }
  }

  private void stop(boolean gentle, long grace) throws IOException {
    // A task that has not begun has nothing to save.
    withholdAll();
    stop = new PoliteStop(gentle, record.stopClass(), stopBegun(), grace, patience());
    saves.hurry();
  }

  /** A stop that a former server began goes on: a save that answered it then counts now. */
  private long stopBegun() throws IOException {
    Path file = folder.resolve(STOP_BEGUN);
    if (!Files.exists(file)) {
      Durable.write(file, Long.toString(around.now()));
    }
    return Long.parseLong(Files.readString(file));
  }

  private dev.weir.driver.local.stop.Patience patience() {
    return around.config().patience();
  }

  // ------------------------------------------------------------------ start

  private void start() {
    announce = true;
    begunAt = around.now();
    try {
      List<Supervisors.Task> fresh = new ArrayList<>();
      for (RunTask task : tasks) {
        if (!task.folder().claimed()) {
          fresh.add(new Supervisors.Task(task.mark(), task.folder()));
        }
      }
      if (!fresh.isEmpty() && around.mayAct()) { // the last instant at which that can be known
        around.supervisors().start(fresh);
      }
    } catch (IOException e) {
      refuse("the supervisor cannot be started: " + e.getMessage());
    }
  }

  private void refuse(String reason) {
    try {
      discard();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    around.tell(
        new Event.StartRefused(
            record.allocationId(), record.jobId(), record.incarnation(), reason));
  }

  private void withholdAll() throws IOException {
    for (RunTask task : tasks) {
      if (!task.folder().claimed()) {
        task.folder().withhold();
      }
    }
  }

  private void announceIfBegun() {
    if (tasks.stream().allMatch(RunTask::began)) {
      announce = false;
      around.tell(
          inPlace
              ? new Event.AllocationResized(
                  record.allocationId(), record.jobId(), record.incarnation())
              : new Event.AllocationStarted(
                  record.allocationId(), record.jobId(), record.incarnation()));
    } else if (around.now() > begunAt + patience().claim().toMillis()) {
      announce = false;
      refuse("the supervisor did not begin within " + patience().claim().toSeconds() + " s");
    }
  }

  // ------------------------------------------------------------------ each step

  private void look() throws IOException {
    for (RunTask task : tasks) {
      task.look();
    }
  }

  private void step() throws IOException, InterruptedException {
    look();
    trimLogs();
    if (announce) {
      announceIfBegun();
      if (over) {
        return;
      }
    }
    noteCulprit();
    if (tasks.stream().allMatch(t -> t.state().over())) {
      finish();
      return;
    }
    if (stop != null) {
      go(stop, true);
    } else if (rest != null) {
      go(rest, false);
    } else {
      warnBeforeTheLimit();
    }
  }

  private void trimLogs() throws IOException {
    if (around.now() < trimAt) {
      return;
    }
    trimAt = around.now() + TRIM_EVERY_MS;
    for (RunTask task : tasks) {
      LogTrim.trim(task.folder().stdout(), around.config().logBytes());
      LogTrim.trim(task.folder().stderr(), around.config().logBytes());
    }
  }

  /** A gang without one of its tasks is of no use: the others are stopped. */
  private void noteCulprit() {
    if (culprit != null || told) {
      return;
    }
    long first = Long.MAX_VALUE;
    for (RunTask task : tasks) {
      if (task.state() instanceof RunTask.State.Ended(ExitRecord exit)
          && !exit.well()
          && exit.at() < first) {
        first = exit.at();
        culprit = task.name();
      }
    }
    if (culprit != null && stop == null) {
      rest = new PoliteStop(false, record.stopClass(), around.now(), 0, patience());
    }
  }

  private void go(PoliteStop how, boolean forGood) throws IOException {
    PoliteStop.Deed deed =
        how.next(around.now(), saves.listens(tasks), saves.savedSince(how.begun()));
    if (forGood && how.told() && !told && culprit == null) {
      told = true;
      touch(STOP_TOLD);
    }
    switch (deed) {
      case ASK -> saves.ask(tasks, Instant.ofEpochMilli(how.graceEnds()));
      case TERM -> sweep.signal(Signals.TERM);
      case KILL -> {
        removeContainers();
        sweep.kill();
      }
      case WAIT -> {}
    }
  }

  private void touch(String name) throws IOException {
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
  }

  private void warnBeforeTheLimit() throws IOException {
    if (record.warnSignal() == 0 || record.limitMs() == 0 || Files.exists(folder.resolve(WARNED))) {
      return;
    }
    Path first = tasks.getFirst().folder().path().resolve("task.pid");
    if (!Files.exists(first)) {
      return;
    }
    long since = Files.getLastModifiedTime(first).toMillis();
    if (around.now() >= since + record.limitMs() - record.warnBeforeMs()) {
      touch(WARNED);
      if (record.warnFirstOnly()) {
        Optional<ProcessKey> shell = tasks.getFirst().folder().task();
        shell.ifPresent(s -> Signals.send(s, record.warnSignal()));
      } else {
        sweep.signal(record.warnSignal());
      }
    }
  }

  // ------------------------------------------------------------------ the end

  private void finish() throws IOException, InterruptedException {
    endLeftovers();
    if (left) {
      return;
    }
    saves.close();
    lookOnceMore();
    Judgement judgement = judge();
    cleanUp();
    over = true;
    if (resize != null && judgement.end() != Event.End.COMPLETED) {
      resize.restart().run();
      return;
    }
    int incarnation = resize == null ? record.incarnation() : resize.incarnation();
    around.tell(
        new Event.AllocationEnded(
            record.allocationId(),
            record.jobId(),
            incarnation,
            judgement.end(),
            Optional.of(judgement.exit())));
  }

  private static boolean endedWell(RunTask task) {
    return task.state() instanceof RunTask.State.Ended(ExitRecord exit) && exit.well();
  }

  /** What tasks have left behind is told to end, then ended. */
  private void endLeftovers() throws InterruptedException {
    if (sweep.processes().isEmpty()) {
      return;
    }
    sweep.signal(Signals.TERM);
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LEFTOVERS_MS);
    while (!left && !sweep.processes().isEmpty()) {
      if (System.nanoTime() > until) {
        sweep.kill();
      }
      Thread.sleep(ENDING_PAUSE);
    }
  }

  private Judgement judge() throws IOException {
    noteCulprit();
    return RunEnd.judge(folder, tasks, Optional.ofNullable(culprit), told, saves);
  }

  private void cleanUp() {
    removeContainers();
    for (RunTask task : tasks) {
      task.group().ifPresent(Cgroups::remove);
    }
  }

  private void removeContainers() {
    for (RunTask task : tasks) {
      if (!task.container().isEmpty()) {
        around.supervisors().removeContainer(task.container());
      }
    }
  }

  private void saved(Manifest saved) {
    Checkpoint checkpoint =
        new Checkpoint(
            saved.step().orElse(-1), saved.path().toString(), saved.bytes(), saved.framework());
    if (concluding) {
      unheard = checkpoint; // told with the end, as nobody listens yet
    } else {
      around.tell(
          new Event.CheckpointCompleted(
              record.jobId(), record.incarnation(), Optional.of(checkpoint)));
    }
  }
}
