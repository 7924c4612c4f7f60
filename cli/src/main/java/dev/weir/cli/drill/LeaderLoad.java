package dev.weir.cli.drill;

import dev.weir.api.client.Refused;
import dev.weir.api.client.ServerUnreachable;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.SubmitRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Clients that submit to whichever of several servers leads, each submission with its key until it
 * is acknowledged, and the witnesses of what became of them.
 */
final class LeaderLoad {
  private static final long PAUSE_MILLIS = 100;

  /** A request to a frozen server is given up after this. */
  private static final long SILENCE_MILLIS = 1_000;

  private final List<LiveServer> servers;
  private final StartLedger ledger;
  private final Path places;
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
  private final Map<LiveServer, Long> answers = new ConcurrentHashMap<>();
  private final List<Forbidden> forbidden = new ArrayList<>();
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService requests = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Future<?>> running = new ArrayList<>();
  private volatile boolean over;

  /** A time in which a server may have started nothing. */
  private record Forbidden(LiveServer server, long from, long until, String why) {}

  LeaderLoad(List<LiveServer> servers, StartLedger ledger) throws IOException {
    this.servers = List.copyOf(servers);
    this.ledger = ledger;
    places = Files.createFile(ledger.file().resolveSibling("places"));
  }

  void begin(int count) {
    for (int c = 0; c < count; c++) {
      String prefix = "leader-" + c + "-";
      running.add(clients.submit(() -> submitAlways(prefix)));
    }
  }

  /** Every submission that was begun is acknowledged when this returns. */
  void end() throws Exception {
    over = true;
    for (Future<?> each : running) {
      each.get();
    }
  }

  /**
   * Waits until a server has acknowledged a submission after an instant.
   *
   * @return when it did, as of {@link System#nanoTime}
   */
  long awaitAnswerOf(LiveServer server, long after, Duration patience)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() < until) {
      Long newest = answers.get(server);
      if (newest != null && newest > after) {
        return newest;
      }
      Thread.sleep(2);
    }
    throw new IOException("no other server has taken over within " + patience);
  }

  /** Says that a server may have started nothing between two instants of the clock. */
  void forbid(LiveServer server, long from, long until, String why) {
    forbidden.add(new Forbidden(server, from, until, why));
  }

  private void submitAlways(String prefix) {
    int next = 0;
    for (int n = 0; !over; n++) {
      String name = prefix + n;
      SubmitRequest request = SubmitRequest.of("leader.yaml", job(name)).withKey(name);
      while (!acknowledged.containsKey(name)) {
        if (!submitted(servers.get(next), name, request)) {
          next = (next + 1) % servers.size();
          pause(20);
        }
      }
      pause(PAUSE_MILLIS);
    }
  }

  private String job(String name) {
    return StartLedger.job(name, ledger.file()).stripTrailing()
        + "; echo \"$(date +%%s%%3N) $WEIR_RUN_DIR\" >> %s\n".formatted(places);
  }

  private boolean submitted(LiveServer server, String name, SubmitRequest request) {
    Future<String> answer =
        requests.submit(() -> server.client().submit(request).jobs().getFirst().id());
    try {
      acknowledged.put(name, answer.get(SILENCE_MILLIS, TimeUnit.MILLISECONDS));
      answers.put(server, System.nanoTime());
      return true;
    } catch (TimeoutException _) {
      answer.cancel(true);
      return false; // frozen: the same key again, elsewhere
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof ServerUnreachable
          || (e.getCause() instanceof Refused refused && refused.status() >= 500)) {
        return false; // dead, or it does not lead
      }
      throw new IllegalStateException("submission of " + name, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
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

  /** Counts what was promised against what all jobs say. */
  void judge(List<JobSummary> jobs, Outcome.Notes notes) throws IOException {
    new SubmissionCheck(acknowledged, ledger).note(jobs, notes);
    List<String> late = lateStarts();
    late.forEach(line -> notes.kept(false, "%s", line));
    notes.figure("starts_by_deposed", late.size());
  }

  private List<String> lateStarts() throws IOException {
    List<String> late = new ArrayList<>();
    for (String line : Files.readAllLines(places)) {
      int space = line.indexOf(' ');
      long at = Long.parseLong(line.substring(0, space));
      String where = line.substring(space + 1);
      for (Forbidden each : forbidden) {
        if (at >= each.from && at <= each.until && where.startsWith(each.server.data() + "/")) {
          late.add("%s: started at %d by the former leader: %s".formatted(each.why, at, where));
        }
      }
    }
    return late;
  }
}
