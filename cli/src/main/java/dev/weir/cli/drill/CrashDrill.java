package dev.weir.cli.drill;

import dev.weir.api.client.Refused;
import dev.weir.api.client.ServerUnreachable;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.cli.terminal.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Kills the server at random instants while clients submit jobs that run. A submission whose answer
 * was lost is sent again with its key. Afterwards every acknowledged job must be known once, every
 * completed one must have run, and none twice.
 *
 * @param kills how often the server is killed; every tenth while it starts
 * @param clients that submit at one time
 * @param seed of the instants
 */
record CrashDrill(int kills, int clients, long seed) implements Drill {
  private static final long LONGEST_LIFE_MILLIS = 1_500;

  @Override
  public long steps() {
    return kills;
  }

  @Override
  public Outcome run(LiveServer server, Progress progress) throws Exception {
    StartLedger ledger = StartLedger.in(server.data());
    Map<String, String> acknowledged = new ConcurrentHashMap<>();
    server.start();
    try (ExecutorService pool = Executors.newFixedThreadPool(clients)) {
      List<Future<?>> workers = new ArrayList<>();
      Client[] all = new Client[clients];
      for (int c = 0; c < clients; c++) {
        all[c] = new Client(server, ledger.file(), c, acknowledged);
        workers.add(pool.submit(all[c]));
      }
      killAgainAndAgain(server, progress);
      for (Client client : all) {
        client.over = true;
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    }
    server.awaitRest(Duration.ofMinutes(10));
    Outcome.Notes notes = new Outcome.Notes().figure("kills", kills);
    new SubmissionCheck(acknowledged, ledger).note(server.jobs(), notes);
    notes
        .figure("server_start_p50_ms", server.starts().quantile(0.5))
        .figure("server_start_p99_ms", server.starts().quantile(0.99));
    server.stop();
    JournalCheck.of(server.store()).note(notes);
    return notes.outcome();
  }

  private void killAgainAndAgain(LiveServer server, Progress progress) throws Exception {
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 1; i <= kills; i++) {
      Thread.sleep(random.nextLong(LONGEST_LIFE_MILLIS));
      server.kill();
      if (i % 10 == 0 && i < kills) {
        server.launch();
        Thread.sleep(random.nextLong(2_000));
        server.kill();
        i++;
        progress.step(1);
      }
      server.start();
      progress.step(1);
    }
  }

  /** Submits jobs until it is told to stop; never gives up on one. */
  private static final class Client implements Runnable {
    private static final long PAUSE_MILLIS = 100;

    private final LiveServer server;
    private final Path ledger;
    private final int number;
    private final Map<String, String> acknowledged;
    private volatile boolean over;

    Client(LiveServer server, Path ledger, int number, Map<String, String> acknowledged) {
      this.server = server;
      this.ledger = ledger;
      this.number = number;
      this.acknowledged = acknowledged;
    }

    @Override
    public void run() {
      for (int n = 0; !over; n++) {
        String name = "crash-" + number + "-" + n;
        String id = submit(name);
        acknowledged.put(name, id);
        pause(PAUSE_MILLIS);
      }
    }

    private String submit(String name) {
      SubmitRequest request =
          SubmitRequest.of("crash.yaml", StartLedger.job(name, ledger)).withKey(name);
      while (true) {
        try {
          return server.client().submit(request).jobs().getFirst().id();
        } catch (ServerUnreachable _) {
          pause(20); // it is dead or not yet there; the same key again
        } catch (Refused e) {
          if (e.status() < 500) {
            throw e;
          }
          pause(20); // it is about to stop
        }
      }
    }

    private static void pause(long millis) {
      try {
        Thread.sleep(millis);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }
}
