package dev.weir.cli.drill;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.cli.terminal.Progress;
import dev.weir.model.job.JobState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Submissions per second that are acknowledged as durable, from several clients at one time. The
 * jobs wait for a date far away, so that the submissions alone are measured.
 */
record LoadDrill(int clients, Duration time) implements Drill {
  /** A virtual machine compiles what is hot for half a minute; until then it has less to give. */
  private static final Duration WARM_UP = Duration.ofSeconds(40);

  private static String job(int number) {
    return """
        name: load-%d
        devices: 1
        notBefore: 2999-01-01T00:00:00Z
        command: ["true"]
        """
        .formatted(number);
  }

  @Override
  public long steps() {
    return time.toSeconds();
  }

  @Override
  public Outcome run(LiveServer server, Progress progress) throws Exception {
    server.start();
    submit(server.client(), WARM_UP, new Times());
    Times latency = new Times();
    long begun = System.nanoTime();
    int acknowledged = submit(server.client(), time, latency);
    double seconds = (System.nanoTime() - begun) / 1e9;
    progress.step(steps());
    int known = server.jobs(JobState.QUEUED).size();
    return new Outcome.Notes()
        .figure("clients", clients)
        .figure("acknowledged", acknowledged)
        .figure("seconds", seconds)
        .figure("submissions_per_s", Math.round(acknowledged / seconds))
        .figure("p50_ms", latency.quantile(0.5))
        .figure("p99_ms", latency.quantile(0.99))
        .kept(
            known >= acknowledged,
            "%d submissions were acknowledged and only %d jobs are known",
            acknowledged,
            known)
        .outcome();
  }

  private int submit(WeirClient client, Duration lasting, Times latency) throws Exception {
    AtomicInteger number = new AtomicInteger();
    long until = System.nanoTime() + lasting.toNanos();
    try (ExecutorService pool = Executors.newFixedThreadPool(clients)) {
      List<Future<Integer>> workers = new ArrayList<>();
      for (int c = 0; c < clients; c++) {
        workers.add(pool.submit(() -> one(client, number, until, latency)));
      }
      int sum = 0;
      for (Future<Integer> worker : workers) {
        sum += worker.get();
      }
      return sum;
    }
  }

  private static int one(WeirClient client, AtomicInteger number, long until, Times latency) {
    int done = 0;
    while (System.nanoTime() < until) {
      long begun = System.nanoTime();
      client.submit(SubmitRequest.of("load.yaml", job(number.incrementAndGet())));
      latency.add((System.nanoTime() - begun) / 1e6);
      done++;
    }
    return done;
  }
}
