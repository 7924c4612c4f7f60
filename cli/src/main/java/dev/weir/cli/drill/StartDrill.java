package dev.weir.cli.drill;

import dev.weir.api.wire.SubmitRequest;
import dev.weir.cli.terminal.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Latency from the request to submit until the job's own process runs, one job at a time on an idle
 * machine. Both ends are read from this machine's clock.
 */
record StartDrill(int jobs) implements Drill {
  @Override
  public long steps() {
    return jobs;
  }

  @Override
  public Outcome run(LiveServer server, Progress progress) throws Exception {
    server.start();
    Path marks = Files.createDirectories(server.data().resolve("marks"));
    Times latency = new Times();
    Times acknowledged = new Times();
    for (int i = 0; i < jobs; i++) {
      Path mark = marks.resolve("m" + i);
      String job =
          """
          name: start-%d
          devices: 1
          command: date +%%s%%N > %s.part && mv %s.part %s
          """
              .formatted(i, mark, mark, mark);
      long asked = System.currentTimeMillis() * 1_000_000;
      long begun = System.nanoTime();
      server.client().submit(SubmitRequest.of("start.yaml", job));
      acknowledged.add((System.nanoTime() - begun) / 1e6);
      long until = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (!Files.exists(mark) && System.nanoTime() < until) {
        Thread.sleep(1);
      }
      if (Files.exists(mark)) {
        latency.add((Long.parseLong(Files.readString(mark).strip()) - asked) / 1e6);
      }
      server.awaitRest(Duration.ofSeconds(30));
      progress.step(1);
    }
    return new Outcome.Notes()
        .figure("jobs", jobs)
        .figure("submit_to_running_p50_ms", latency.quantile(0.5))
        .figure("submit_to_running_p99_ms", latency.quantile(0.99))
        .figure("submit_p50_ms", acknowledged.quantile(0.5))
        .figure("submit_p99_ms", acknowledged.quantile(0.99))
        .figure("server_start_ms", server.starts().quantile(0.5))
        .kept(latency.size() == jobs, "%d of %d jobs never ran", jobs - latency.size(), jobs)
        .outcome();
  }
}
