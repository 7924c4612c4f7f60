package dev.weir.driver.local.inventory.discovery;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The programs on the path of this process, run in the plain locale. */
public final class SystemTools implements Tools {
  /** Far above what a tool prints about a full host. */
  private static final int MAX_BYTES = 32 << 20;

  private final String path;

  /** The path of this process. */
  public SystemTools() {
    this(System.getenv().getOrDefault("PATH", ""));
  }

  /** Another path, of folders as in {@code PATH}. */
  public SystemTools(String path) {
    this.path = path;
  }

  @Override
  public boolean has(String program) {
    for (String folder : path.split(File.pathSeparator)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Run run(List<String> command, Duration timeout) {
    Process process;
    try {
      process = started(command);
    } catch (IOException broken) {
      return new Run.Failed("cannot be started: " + broken.getMessage());
    }
    // A tool whose driver hangs does not end and does not close its output either.
    CompletableFuture<byte[]> out = CompletableFuture.supplyAsync(() -> read(process), VIRTUAL);
    try {
      byte[] bytes = out.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (!process.waitFor(1, TimeUnit.SECONDS)) {
        return new Run.Failed("closed its output and did not end");
      }
      return new Run.Ended(process.exitValue(), new String(bytes, StandardCharsets.UTF_8));
    } catch (TimeoutException late) {
      return new Run.Failed("did not end within " + timeout.toSeconds() + " s");
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      return new Run.Failed("was interrupted");
    } catch (ExecutionException broken) {
      return new Run.Failed("its output cannot be read: " + broken.getCause());
    } finally {
      process.destroyForcibly();
    }
  }

  private static final java.util.concurrent.Executor VIRTUAL = Thread::startVirtualThread;

  private Process started(List<String> command) throws IOException {
    var builder = new ProcessBuilder(located(command)).redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().put("LC_ALL", "C");
    builder.environment().put("PATH", path);
    return builder.start();
  }

  private List<String> located(List<String> command) {
    for (String folder : path.split(File.pathSeparator)) {
      Path file = Path.of(folder, command.getFirst());
      if (!folder.isEmpty() && Files.isExecutable(file)) {
        var whole = new java.util.ArrayList<>(command);
        whole.set(0, file.toString());
        return whole;
      }
    }
    return command;
  }

  private static byte[] read(Process process) {
    try (InputStream in = process.getInputStream()) {
      return in.readNBytes(MAX_BYTES);
    } catch (IOException broken) {
      throw new java.io.UncheckedIOException(broken);
    }
  }
}
