package dev.weir.cli.drill;

import dev.weir.api.client.Refused;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.cli.terminal.Progress;
import dev.weir.model.job.JobState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Kills a worker, a whole group of tasks, or the server, in each state of a job's life. The jobs
 * are gangs of two that count, save, and bear witness of every start. Afterwards every job must
 * have counted to its end, no task may have run twice at one time, every start must have resumed at
 * the newest complete checkpoint, and no process may be left.
 *
 * @param kills how many
 * @param seed of the instants
 */
record KillDrill(int kills, long seed) implements Drill {
  private static final int STEPS = 40;
  private static final int AT_ONE_TIME = 3;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Whom to kill, and in which state of the job. */
  private enum Case {
    SERVER_QUEUED(Victim.SERVER, JobState.QUEUED),
    SERVER_STARTING(Victim.SERVER, JobState.STARTING),
    SERVER_RUNNING(Victim.SERVER, JobState.RUNNING),
    WORKER_RUNNING(Victim.WORKER, JobState.RUNNING),
    GROUP_RUNNING(Victim.GROUP, JobState.RUNNING),
    SERVER_CHECKPOINTING(Victim.SERVER, JobState.CHECKPOINTING),
    WORKER_CHECKPOINTING(Victim.WORKER, JobState.CHECKPOINTING),
    GROUP_CHECKPOINTING(Victim.GROUP, JobState.CHECKPOINTING),
    SERVER_SUSPENDED(Victim.SERVER, JobState.SUSPENDED),
    SERVER_RESTARTING(Victim.SERVER, JobState.RESTARTING),
    SERVER_CANCELLING(Victim.SERVER, JobState.CANCELLING),
    WORKER_CANCELLING(Victim.WORKER, JobState.CANCELLING);

    private final Victim victim;
    private final JobState state;

    Case(Victim victim, JobState state) {
      this.victim = victim;
      this.state = state;
    }

    boolean cancels() {
      return state == JobState.CANCELLING;
    }

    boolean suspends() {
      return state == JobState.CHECKPOINTING || state == JobState.SUSPENDED;
    }
  }

  private enum Victim {
    SERVER,
    WORKER,
    GROUP
  }

  @Override
  public long steps() {
    return kills;
  }

  @Override
  public Outcome run(LiveServer server, Progress progress) throws Exception {
    Path witness = Files.createFile(server.data().resolve("witness"));
    Path worker = server.data().resolve("worker.sh");
    try (InputStream script = KillDrill.class.getResourceAsStream("worker.sh")) {
      Files.write(worker, java.util.Objects.requireNonNull(script).readAllBytes());
    }
    worker.toFile().setReadable(true, false);
    witness.toFile().setWritable(true, false);
    server.start();
    SplittableRandom random = new SplittableRandom(seed);
    Map<String, Case> jobs = new LinkedHashMap<>();
    for (int i = 0; i < kills; i++) {
      awaitRoom(server);
      Case kind = Case.values()[i % Case.values().length];
      String name = "kill-" + i;
      jobs.put(name, kind);
      one(server, kind, name, job(name, worker, witness), random);
      progress.step(1);
    }
    server.awaitRest(Duration.ofMinutes(10));
    Outcome.Notes notes = new Outcome.Notes().figure("kills", kills);
    judge(server, jobs, Files.readAllLines(witness), notes);
    server.stop();
    JournalCheck.of(server.store()).note(notes);
    return notes.outcome();
  }

  private static String job(String name, Path worker, Path witness) {
    return """
        name: %s
        kind: training
        count: 2
        devices: 1
        command: ["/bin/sh", "%s", "%s", "%d"]
        maxRestarts: 100
        interruption:
          grace: 10s
          restart: 0s
          checkpointInterval: 1s
        """
        .formatted(name, worker, witness, STEPS);
  }

  private static void awaitRoom(LiveServer server) throws Exception {
    JobState[] live = {
      JobState.QUEUED, JobState.STARTING, JobState.RUNNING, JobState.CHECKPOINTING,
      JobState.SUSPENDED, JobState.RESTARTING, JobState.RESIZING, JobState.CANCELLING
    };
    long until = System.nanoTime() + Duration.ofMinutes(3).toNanos();
    while (server.jobs(live).size() >= AT_ONE_TIME) {
      if (System.nanoTime() > until) {
        throw new IOException("jobs do not end: " + server.jobs(live));
      }
      Thread.sleep(100);
    }
  }

  private static void one(
      LiveServer server, Case kind, String name, String file, SplittableRandom random)
      throws Exception {
    String id =
        server
            .client()
            .submit(SubmitRequest.of("kill.yaml", file).withKey(name))
            .jobs()
            .getFirst()
            .id();
    if (kind.state != JobState.QUEUED && kind.state != JobState.STARTING) {
      await(server, id, JobState.RUNNING);
      Thread.sleep(random.nextLong(1_500));
    }
    bring(server, kind, id, name);
    Thread.sleep(random.nextLong(60)); // anywhere inside the state, or just after it
    switch (kind.victim) {
      case SERVER -> {
        server.kill();
        server.start();
      }
      case WORKER -> kill(OwnProcesses.of("WEIR_JOB_NAME", name).stream().limit(1).toList());
      case GROUP -> kill(OwnProcesses.of("WEIR_JOB_NAME", name));
    }
    if (kind.suspends()) {
      resume(server, id);
    }
  }

  private static void bring(LiveServer server, Case kind, String id, String name) throws Exception {
    switch (kind.state) {
      case CHECKPOINTING -> server.client().suspend(id);
      case SUSPENDED -> {
        server.client().suspend(id);
        await(server, id, JobState.SUSPENDED);
      }
      case RESTARTING -> kill(OwnProcesses.of("WEIR_JOB_NAME", name).stream().limit(1).toList());
      case CANCELLING -> server.client().cancel(id);
      default -> {
        // it is there, or was
      }
    }
  }

  private static void resume(LiveServer server, String id) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < until) {
      JobState state = server.client().job(id).job().state();
      if (state == JobState.SUSPENDED) {
        server.client().resume(id);
        return;
      }
      if (state.ended()) {
        return; // it was faster than the stop
      }
      Thread.sleep(20);
    }
    throw new IOException("job " + id + " was never suspended");
  }

  private static void await(LiveServer server, String id, JobState wanted) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < until) {
      JobState state = server.client().job(id).job().state();
      if (state == wanted || state.ended()) {
        return;
      }
      Thread.sleep(10);
    }
    throw new IOException("job " + id + " never became " + wanted);
  }

  private static void kill(List<ProcessHandle> processes) {
    processes.forEach(ProcessHandle::destroyForcibly);
  }

  private static void judge(
      LiveServer server, Map<String, Case> jobs, List<String> witness, Outcome.Notes notes)
      throws Refused {
    Map<String, JobSummary> known = new LinkedHashMap<>();
    server.jobs().forEach(job -> known.put(job.name(), job));
    int lost = 0;
    for (Map.Entry<String, Case> entry : jobs.entrySet()) {
      JobSummary job = known.get(entry.getKey());
      boolean kept =
          job != null
              && (job.state() == JobState.COMPLETED
                  || (entry.getValue().cancels() && job.state() == JobState.CANCELLED));
      lost += kept ? 0 : 1;
      notes.kept(
          kept,
          "%s (%s) ended as %s",
          entry.getKey(),
          entry.getValue(),
          job == null ? "unknown" : job.state());
    }
    List<String> overlaps = said(witness, "overlap");
    List<String> behind = said(witness, "behind");
    overlaps.forEach(line -> notes.kept(false, "ran twice at one time: %s", line));
    behind.forEach(line -> notes.kept(false, "resumed too early: %s", line));
    List<ProcessHandle> orphans = new ArrayList<>();
    jobs.keySet().forEach(name -> orphans.addAll(OwnProcesses.of("WEIR_JOB_NAME", name)));
    orphans.forEach(p -> notes.kept(false, "process %d is left: %s", p.pid(), p.info()));
    notes
        .figure("jobs", jobs.size())
        .figure("jobs_lost", lost)
        .figure("starts", said(witness, "start").size())
        .figure("double_starts", overlaps.size())
        .figure("resumed_behind", behind.size())
        .figure("orphans", orphans.size())
        .figure("server_kills", server.starts().size() - 1);
  }

  private static List<String> said(List<String> witness, String what) {
    return witness.stream().filter(line -> line.startsWith(what + " ")).toList();
  }
}
