package dev.weir.cli.drill;

import dev.weir.cli.terminal.Progress;
import dev.weir.model.job.JobState;
import dev.weir.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Two servers on one PostgreSQL; again and again the one that leads is killed, frozen for longer
 * than its lease, or cut off from the database, while clients submit jobs that run. Measured is the
 * time until the other acknowledges a submission. Afterwards every acknowledged job must be known
 * once and have run, no task may have started twice, and no server may have started anything
 * between the acknowledgement of the other and its own end.
 *
 * @param changes of the leader
 * @param clients that submit at one time
 * @param servers makes the two
 */
record LeaderDrill(int changes, int clients, Servers servers) implements Drill {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Longest time that a take-over may last, in ms. */
  private static final long LONGEST = 10_000;

  /** What befalls a leader. */
  private enum Fault {
    KILLED,
    FROZEN,
    CUT_OFF
  }

  /** Makes a server of this drill, which is not started. */
  interface Servers {
    LiveServer make(Path data, List<String> settings, StoreConfig store);
  }

  /** A server and its way to the database. */
  private record Side(LiveServer server, Cable cable) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      server.close();
      cable.close();
    }
  }

  @Override
  public long steps() {
    return changes;
  }

  @Override
  public Outcome run(LiveServer unused, Progress progress) throws Exception {
    Path folder = unused.data();
    try (TemporaryPostgres postgres = TemporaryPostgres.start();
        Side first = side(folder.resolve("first"), postgres);
        Side second = side(folder.resolve("second"), postgres)) {
      first.server.start();
      awaitLeading(first.server);
      second.server.start();
      LeaderLoad load =
          new LeaderLoad(List.of(first.server, second.server), StartLedger.in(folder));
      Outcome.Notes notes = new Outcome.Notes();
      Times times = new Times();
      load.begin(clients);
      Side leader = first;
      Side follower = second;
      for (int i = 0; i < changes; i++) {
        Thread.sleep(1_500);
        change(Fault.values()[i % Fault.values().length], leader, follower, load, times, notes);
        Side former = leader;
        leader = follower;
        follower = former;
        progress.step(1);
      }
      load.end();
      settle(leader, follower);
      notes
          .figure("leader_changes", times.size())
          .figure("take_over_p50_ms", times.quantile(0.5))
          .figure("take_over_max_ms", times.quantile(1));
      load.judge(follower.server.jobs(), notes);
      first.server.stop();
      second.server.stop();
      JournalCheck.of(first.server.store()).note(notes);
      return notes.outcome();
    }
  }

  private Side side(Path data, TemporaryPostgres postgres) throws IOException {
    Cable cable = new Cable(postgres.port());
    return new Side(
        servers.make(
            Files.createDirectories(data),
            TemporaryPostgres.settings(cable.port()),
            postgres.store()),
        cable);
  }

  private static void change(
      Fault fault, Side leader, Side follower, LeaderLoad load, Times times, Outcome.Notes notes)
      throws Exception {
    long begun = System.nanoTime();
    switch (fault) {
      case KILLED -> leader.server.kill();
      case FROZEN -> signal(leader.server, "STOP");
      case CUT_OFF -> leader.cable.cut();
    }
    long acknowledged = load.awaitAnswerOf(follower.server, begun, PATIENCE);
    double millis = (acknowledged - begun) / 1e6;
    times.add(millis);
    notes.kept(millis < LONGEST, "%s: the take-over lasted %.0f ms", fault, millis);
    long from = System.currentTimeMillis();
    if (fault == Fault.FROZEN) {
      signal(leader.server, "CONT");
    }
    boolean over = leader.server.ended(PATIENCE);
    notes.kept(over, "%s: the former leader goes on", fault);
    leader.cable.mend();
    if (!over) {
      leader.server.kill();
    }
    load.forbid(leader.server, from, System.currentTimeMillis(), fault.name());
    leader.server.start();
  }

  private static void signal(LiveServer server, String name)
      throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(server.pid())).inheritIO().start();
    if (kill.waitFor() != 0) {
      throw new IOException("SIG" + name + " was not sent");
    }
  }

  /** Each server leads once more, because it alone knows what became of the tasks it started. */
  private static void settle(Side leader, Side follower) throws Exception {
    awaitNoneWaits(leader.server);
    leader.server.stop();
    awaitLeading(follower.server);
    awaitNoneWaits(follower.server);
    leader.server.start();
    follower.server.stop();
    awaitLeading(leader.server);
    leader.server.awaitRest(Duration.ofMinutes(5));
    follower.server.start();
  }

  private static void awaitNoneWaits(LiveServer server) throws Exception {
    long until = System.nanoTime() + Duration.ofMinutes(5).toNanos();
    while (!server.jobs(JobState.QUEUED).isEmpty()) {
      if (System.nanoTime() > until) {
        throw new IOException("jobs still wait: " + server.jobs(JobState.QUEUED));
      }
      Thread.sleep(200);
    }
  }

  private static void awaitLeading(LiveServer server) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!server.client().status().role().equals("LEADER")) {
      if (System.nanoTime() > until) {
        throw new IOException("the server in " + server.data() + " does not lead");
      }
      Thread.sleep(50);
    }
  }
}
