package dev.weir.store.sql;

import dev.weir.control.ControlLoop;
import dev.weir.control.Journal.Link;
import dev.weir.control.Origin;
import dev.weir.control.Snapshot;
import dev.weir.control.SnapshotCodec;
import dev.weir.control.Turn;
import dev.weir.control.view.JobView;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.forecast.HistoryForecaster;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.event.Event;
import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import dev.weir.model.plan.Plan;
import dev.weir.store.JobFilter;
import dev.weir.store.StoreConfig;
import dev.weir.testkit.DeviceModels;
import dev.weir.testkit.FakeClock;
import dev.weir.testkit.Jobs;
import dev.weir.testkit.Nodes;
import dev.weir.testkit.Queues;
import dev.weir.testkit.ScriptedDriver;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Figures of the SQLite store, not a test. Arguments: {@code submit <folder> <jobs>} measures
 * durable submissions of 32 clients through the control loop; {@code list <folder> <jobs>} fills a
 * store with finished jobs and measures lists; {@code recover <folder> <jobs>} runs jobs to their
 * ends and measures recoveries from the journal and from a snapshot. CPU time is of the whole
 * process: on a shared machine it is the fairer figure.
 */
final class StoreScaleRun {
  private static final int CLIENTS = 32;
  private static final JobState[] ENDED = {
    JobState.COMPLETED, JobState.COMPLETED, JobState.COMPLETED, JobState.FAILED, JobState.CANCELLED
  };

  private StoreScaleRun() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    int jobs = Integer.parseInt(args[2]);
    switch (args[0]) {
      case "submit" -> submit(folder, jobs);
      case "recover" -> recover(folder, jobs);
      default -> list(folder, jobs);
    }
  }

  private static void submit(Path folder, int jobs) throws Exception {
    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(folder), "scale")) {
      Engine engine =
          new Engine(new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.OFF, 1));
      ControlLoop loop =
          ControlLoop.over(engine, store).driver(ScriptedDriver.obedient(Nodes.DOMAIN)).build();
      loop.start();
      loop.offer(Queues.configured(Queues.of(Jobs.QUEUE)));
      Nodes.of("n", 4).devices(8, DeviceModels.A100).joined().forEach(loop::offer);
      loop.turn();
      Thread turns = Thread.ofPlatform().start(() -> run(loop));
      AtomicLong ids = new AtomicLong();
      long[] nanos = new long[jobs];
      long cpu = cpu();
      long began = System.nanoTime();
      List<Thread> clients = new ArrayList<>();
      for (int c = 0; c < CLIENTS; c++) {
        clients.add(Thread.ofVirtual().start(() -> submitAll(loop, ids, nanos)));
      }
      for (Thread client : clients) {
        client.join();
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      double cpuSeconds = (cpu() - cpu) / 1e9;
      loop.close();
      turns.join();
      Arrays.sort(nanos);
      long kept = store.reads().countsByState().values().stream().mapToLong(Long::longValue).sum();
      if (nanos[0] == 0 || kept != jobs) {
        throw new IllegalStateException("%d of %d jobs are in the store".formatted(kept, jobs));
      }
      System.out.printf(
          "submit: %d jobs, %d clients, %d turns: %.0f/s wall, %.0f per CPU second, p50 %.1f ms, p99 %.1f ms%n",
          jobs,
          CLIENTS,
          store.head().sequence(),
          jobs / seconds,
          jobs / cpuSeconds,
          nanos[jobs / 2] / 1e6,
          nanos[jobs * 99 / 100] / 1e6);
    }
  }

  private static void run(ControlLoop loop) {
    try {
      loop.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void submitAll(ControlLoop loop, AtomicLong ids, long[] nanos) {
    for (long id = ids.incrementAndGet(); id <= nanos.length; id = ids.incrementAndGet()) {
      long began = System.nanoTime();
      loop.submit(
              List.of(new Event.JobSubmitted(job(id))),
              Origin.of("client", "POST /api/v1/jobs", Optional.of("k" + id)))
          .join();
      nanos[(int) id - 1] = System.nanoTime() - began;
    }
  }

  private static JobSpec job(long id) {
    return Jobs.single(id, "train-" + id % 5000 + "-" + id)
        .devices(8)
        .user("user" + id % 200)
        .build();
  }

  private static void recover(Path folder, int jobs) throws Exception {
    StoreConfig config = new StoreConfig.Sqlite(folder);
    try (SqlStore store = SqlStore.open(config, "scale")) {
      if (store.head().sequence() == 0) {
        runAll(store, jobs);
      }
    }
    for (int i = 0; i < 3; i++) {
      try (SqlStore store = SqlStore.open(config, "scale")) {
        recovered("journal", store, ControlLoop.over(engine(), store));
      }
    }
    for (int i = 0; i < 3; i++) {
      try (SqlStore store = SqlStore.open(config, "scale")) {
        ControlLoop loop =
            recovered(
                "snapshot",
                store,
                ControlLoop.over(engine(), store).snapshots(store.snapshots(), 50_000));
        for (int k = 0; k < 5; k++) {
          long began = System.nanoTime();
          Snapshot snapshot = loop.snapshot();
          long taken = System.nanoTime();
          int bytes = SnapshotCodec.encode(snapshot).length;
          long encoded = System.nanoTime();
          if (k == 0 || k == 4) {
            System.out.printf(
                "  taken in %.1f ms; encoded in %.0f ms: %d KB%n",
                (taken - began) / 1e6, (encoded - taken) / 1e6, bytes >> 10);
          }
        }
        store.keptSnapshots().forEach(s -> System.out.println("  " + s));
      }
    }
  }

  private static Engine engine() {
    return new Engine(new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.OFF, 1));
  }

  private static ControlLoop recovered(String from, SqlStore store, ControlLoop.Builder builder) {
    long cpu = cpu();
    long began = System.nanoTime();
    ControlLoop loop = builder.forecaster(new HistoryForecaster()).build();
    System.out.printf(
        "recovered from the %s: turn %d, %d live jobs, state %x: %.2f s wall, %.2f CPU s%n",
        from,
        loop.sequence(),
        loop.engine().state().jobs.live().size(),
        loop.engine().hash(),
        (System.nanoTime() - began) / 1e9,
        (cpu() - cpu) / 1e9);
    if (loop.sequence() != store.head().sequence()) {
      throw new IllegalStateException("not all turns were recovered");
    }
    return loop;
  }

  /** Ten jobs come in a turn, start in it, and end two turns later; 1,000 wait in the end. */
  private static void runAll(SqlStore store, int jobs) throws InterruptedException {
    List<Event> answers = new ArrayList<>();
    ScriptedDriver world = ScriptedDriver.obedient(Nodes.DOMAIN);
    FakeClock clock = new FakeClock(Plant.START);
    List<Allocation> running = new ArrayList<>();
    world.onAction(
        action -> {
          if (action instanceof Action.Start(var a)) {
            running.add(a);
          }
        });
    ControlLoop loop =
        ControlLoop.over(engine(), store)
            .clock(clock)
            .driver(world)
            .forecaster(new HistoryForecaster())
            .snapshots(store.snapshots(), 50_000)
            .build();
    loop.start();
    loop.offer(Queues.configured(Queues.of(Jobs.QUEUE)));
    Nodes.of("n", 4).devices(8, DeviceModels.A100).joined().forEach(loop::offer);
    loop.turn();
    long longest = 0;
    for (long id = 1; id <= jobs; ) {
      for (int i = 0; i < 10; i++, id++) {
        loop.offer(new Event.JobSubmitted(Jobs.single(id, "t-" + id).devices(1).build()));
      }
      loop.turn();
      answers.clear();
      for (Allocation a : running) {
        loop.offer(new Event.AllocationStarted(a.id(), a.job(), a.incarnation()));
        answers.add(
            new Event.AllocationEnded(
                a.id(), a.job(), a.incarnation(), Event.End.COMPLETED, Optional.empty()));
      }
      running.clear();
      clock.advance(1000);
      loop.turn();
      clock.advance(1000 + id % 97 * 100);
      answers.forEach(loop::offer);
      long began = System.nanoTime();
      loop.turn();
      longest = Math.max(longest, System.nanoTime() - began);
    }
    for (long id = jobs + 1; id <= jobs + 1000; id++) {
      loop.offer(new Event.JobSubmitted(Jobs.single(id, "w-" + id).devices(8).build()));
    }
    loop.turn();
    loop.keepSnapshot();
    System.out.printf(
        "%d turns; the longest of %d was %.1f ms%n", loop.sequence(), jobs / 10, longest / 1e6);
  }

  private static void list(Path folder, int jobs) throws Exception {
    try (SqlStore store = SqlStore.open(new StoreConfig.Sqlite(folder), "scale")) {
      fill(store, jobs);
      System.gc();
      Runtime r = Runtime.getRuntime();
      System.out.printf(
          "heap after %d jobs: %d MB; database %d MB%n",
          jobs,
          (r.totalMemory() - r.freeMemory()) >> 20,
          Files.size(folder.resolve(SqlStore.FILE)) >> 20);
      QueueId queue = new QueueId("team7");
      lists(store, "all", JobFilter.ALL, jobs);
      lists(store, "state", JobFilter.ALL.withStates(JobState.FAILED), jobs);
      lists(
          store,
          "three states",
          JobFilter.ALL.withStates(JobState.FAILED, JobState.CANCELLED, JobState.RUNNING),
          jobs);
      lists(store, "queue", JobFilter.ALL.withQueues(List.of(queue)), jobs);
      lists(
          store,
          "queue + state",
          JobFilter.ALL.withQueues(List.of(queue)).withStates(JobState.CANCELLED),
          jobs);
      lists(store, "user", JobFilter.ALL.withUser("user42"), jobs);
      lists(
          store,
          "user + state",
          JobFilter.ALL.withUser("user42").withStates(JobState.FAILED),
          jobs);
      lists(store, "name", JobFilter.ALL.withName("train-42-42"), jobs);
      lists(store, "few by prefix", JobFilter.ALL.withName("train-42-*"), jobs);
      lists(store, "many by prefix", JobFilter.ALL.withName("train-*"), jobs);
      time("counts by state", 20, () -> store.reads().countsByState());
    }
  }

  private static void fill(SqlStore store, int jobs) {
    long cpu = cpu();
    long began = System.nanoTime();
    int perTurn = 2000;
    for (long done = store.head().sequence() * perTurn; done < jobs; done += perTurn) {
      List<Event> events = new ArrayList<>(perTurn);
      List<JobView> views = new ArrayList<>(perTurn);
      for (long id = done + 1; id <= done + perTurn; id++) {
        JobSpec spec =
            Jobs.single(id, "train-" + id % 5000 + "-" + id)
                .devices(8)
                .queue("team" + id % 20)
                .user("user" + id % 200)
                .build();
        events.add(new Event.JobSubmitted(spec));
        views.add(view(spec, ENDED[(int) (id * 7 % 5)]));
      }
      Link head = store.head();
      long at = Plant.START + done;
      Plan plan = new Plan(head.sequence() + 1, at, List.of(), 1, 1, false, 0);
      store.commit(new Turn(head.sequence() + 1, at, events, plan), () -> List.copyOf(views));
    }
    System.out.printf(
        "fill: %.0f s wall, %.0f CPU s%n", (System.nanoTime() - began) / 1e9, (cpu() - cpu) / 1e9);
  }

  private static JobView view(JobSpec spec, JobState state) {
    return new JobView(
        spec,
        state,
        0,
        1,
        0,
        Plant.START,
        OptionalLong.of(Plant.START),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty(),
        0,
        0,
        Optional.empty());
  }

  private static void lists(SqlStore store, String what, JobFilter filter, int jobs) {
    int[] turn = {0};
    time(
        "list " + what,
        200,
        () -> {
          // From the newest, and from somewhere in the midst, in turns.
          OptionalLong before =
              turn[0]++ % 2 == 0
                  ? OptionalLong.empty()
                  : OptionalLong.of((long) turn[0] * 7919 % jobs);
          return store.reads().jobs(filter, before, 100);
        });
  }

  private static void time(String what, int times, Supplier<?> question) {
    for (int i = 0; i < 10; i++) {
      var _ = question.get();
    }
    long[] nanos = new long[times];
    long cpu = cpu();
    for (int i = 0; i < times; i++) {
      long began = System.nanoTime();
      var _ = question.get();
      nanos[i] = System.nanoTime() - began;
    }
    double cpuMillis = (cpu() - cpu) / 1e6 / times;
    Arrays.sort(nanos);
    System.out.printf(
        "%-22s p50 %6.1f ms  p99 %6.1f ms  CPU %6.1f ms%n",
        what, nanos[times / 2] / 1e6, nanos[times * 99 / 100] / 1e6, cpuMillis);
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
