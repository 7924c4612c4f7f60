package dev.weir.cli.client;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.SubmitRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The training run of the server for the start-up cache of the JVM (JEP 514): a server over a
 * folder that is thrown away runs one job, answers what the commands ask first, and ends.
 */
public final class ServerTraining {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String JOB =
      """
      name: training
      devices: 1
      command: ["true"]
      """;

  private ServerTraining() {}

  /**
   * @param arguments the server's jar, and a folder for its data
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    ServerProgram program = new ServerProgram(Path.of(arguments[0]));
    Path data = Files.createDirectories(Path.of(arguments[1]));
    Process process =
        new ProcessBuilder(
                program.training(
                    new ServerProgram.Settings(
                        data, Optional.of(0), Optional.of("cpu:1"), false, List.of())))
            .directory(data.toFile())
            .inheritIO()
            .start();
    try {
      use(awaited(process, data));
    } finally {
      process.destroy();
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    }
  }

  private static WeirClient awaited(Process process, Path data)
      throws IOException, InterruptedException {
    LocalServer server = new LocalServer(data);
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (server.answer().isEmpty()) {
      if (!process.isAlive() || System.nanoTime() > until) {
        throw new IOException("the server does not answer");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return WeirClient.of(data).orElseThrow(() -> new IOException("the server is gone again"));
  }

  private static void use(WeirClient client) throws InterruptedException {
    String id = client.submit(SubmitRequest.of("training.yaml", JOB)).jobs().getFirst().id();
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!client.job(id).job().state().ended() && System.nanoTime() < until) {
      TimeUnit.MILLISECONDS.sleep(50);
    }
    client.jobs(JobQuery.ALL);
    client.timeline(id);
    client.nodes(Optional.empty());
    client.queues();
  }
}
