package dev.weir.cli.drill;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.ServerFile;
import dev.weir.api.client.ServerUnreachable;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.Page;
import dev.weir.model.job.JobState;
import dev.weir.store.StoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A server of a drill's own, over a folder of its own, which may be killed and started again. Used
 * by one thread, but for {@link #client}, which any thread may ask for.
 */
final class LiveServer implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final List<String> command;
  private final Map<String, String> environment;
  private final Path data;
  private final StoreConfig store;
  private final Times starts = new Times();
  private @Nullable Process process;
  private volatile @Nullable WeirClient client;

  /**
   * @param command starts the server in the foreground
   * @param environment more variables for it
   * @param data its folder
   * @param store where its journal is
   */
  LiveServer(List<String> command, Map<String, String> environment, Path data, StoreConfig store) {
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.data = data;
    this.store = store;
  }

  Path data() {
    return data;
  }

  /** Where its journal is. */
  StoreConfig store() {
    return store;
  }

  long pid() {
    return running().pid();
  }

  boolean isAlive() {
    return process != null && process.isAlive();
  }

  /** Waits until the process has ended by itself. */
  boolean ended(Duration patience) throws InterruptedException {
    return running().waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  int exitCode() {
    return running().exitValue();
  }

  /** Times from the start of the process to the first answer. */
  Times starts() {
    return starts;
  }

  /** Starts the process and does not wait for it. */
  void launch() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolve("server.log").toFile()));
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    process = builder.start();
  }

  /** Starts it and waits for the first answer. */
  void start() throws IOException, InterruptedException {
    long begun = System.nanoTime();
    launch();
    awaitAnswer();
    starts.add((System.nanoTime() - begun) / 1e6);
  }

  /**
   * Waits until it answers.
   *
   * @throws IOException when it ends or says nothing for a minute
   */
  void awaitAnswer() throws IOException, InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < until) {
      Process running = running();
      if (!running.isAlive()) {
        throw new IOException(
            "the server ended with exit code %d before it answered: %s"
                .formatted(running.exitValue(), lastLines()));
      }
      Optional<ServerFile> file = ServerFile.read(data);
      if (file.isPresent() && file.get().pid() == running.pid() && answers(file.get())) {
        return;
      }
      Thread.sleep(10);
    }
    throw new IOException("the server did not answer within a minute: " + lastLines());
  }

  private boolean answers(ServerFile file) throws IOException {
    WeirClient candidate = new WeirClient(file.url(), file.token());
    try {
      candidate.status();
    } catch (ServerUnreachable _) {
      return false;
    }
    client = candidate;
    return true;
  }

  private String lastLines() throws IOException {
    List<String> lines = Files.readAllLines(data.resolve("server.log"));
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("the server was never started");
    }
    return process;
  }

  /** A client of the server as it answered last. */
  WeirClient client() {
    WeirClient known = client;
    if (known == null) {
      throw new IllegalStateException("the server never answered");
    }
    return known;
  }

  /** SIGKILL, and waits until the process is gone. */
  void kill() throws InterruptedException {
    running().destroyForcibly().waitFor();
  }

  /** SIGTERM, and waits until the process is gone. */
  void stop() throws InterruptedException, IOException {
    running().destroy();
    if (!running().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      kill();
      throw new IOException("the server did not stop within a minute");
    }
  }

  /** All jobs in any of the states, or all when none is given. */
  List<JobSummary> jobs(JobState... states) {
    List<JobSummary> all = new ArrayList<>();
    JobQuery query = JobQuery.ALL.in(states);
    Optional<String> next = Optional.empty();
    do {
      Page<JobSummary> page = client().jobs(query.from(next));
      all.addAll(page.items());
      next = page.next();
    } while (next.isPresent());
    return all;
  }

  /** Waits until no job lives. */
  void awaitRest(Duration patience) throws IOException, InterruptedException {
    long until = System.nanoTime() + patience.toNanos();
    JobState[] live =
        java.util.Arrays.stream(JobState.values()).filter(s -> !s.ended()).toArray(JobState[]::new);
    while (!client().jobs(JobQuery.ALL.in(live)).items().isEmpty()) {
      if (System.nanoTime() > until) {
        throw new IOException(
            "jobs still live after " + patience + ": " + client().jobs(JobQuery.ALL.in(live)));
      }
      Thread.sleep(100);
    }
  }

  @Override
  public void close() throws IOException {
    if (process == null || !process.isAlive()) {
      return;
    }
    try {
      kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server was killed and not awaited", e);
    }
  }
}
