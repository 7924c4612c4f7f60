package dev.weir.driver.local.supervise;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Starts supervisors. They are shell scripts, for a start must not wait for another machine of
 * ours.
 */
public final class Supervisors {
  /** Where the tools of the scripts are looked for; never where a job says. */
  public static final String SAFE_PATH =
      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  private static final List<String> NEEDED = List.of("sh", "setsid", "sync", "mv", "mkdir", "date");

  private final Path supervisor;
  private final Path spawn;
  private final Optional<Path> cgroup;
  private final boolean resetsSignals;

  /** A task to be started. */
  public record Task(Mark mark, TaskFolder folder) {}

  /**
   * @param home folder for the scripts
   * @param cgroup where supervisors go; empty = they stay in the server's
   * @throws IOException the scripts cannot be written, or a tool that they need is missing
   */
  public Supervisors(Path home, Optional<Path> cgroup) throws IOException {
    for (String tool : NEEDED) {
      if (find(tool).isEmpty()) {
        throw new IOException("the program '" + tool + "' is needed and not in " + SAFE_PATH);
      }
    }
    this.cgroup = cgroup;
    resetsSignals = probe();
    supervisor = install(home, "supervisor.sh");
    spawn = install(home, "spawn.sh");
  }

  /** Whether {@code env} can give a task the signals' default deeds back (coreutils 8.31). */
  public boolean resetsSignals() {
    return resetsSignals;
  }

  private static boolean probe() {
    try {
      Process process = quiet(new ProcessBuilder("env", "--default-signal", "true")).start();
      return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException notThere) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static ProcessBuilder quiet(ProcessBuilder builder) {
    return builder
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
  }

  /** Removes a container, running or not, by its name. */
  public void removeContainer(String name) {
    for (String runtime : List.of("podman", "docker")) {
      if (find(runtime).isPresent()) {
        try {
          quiet(new ProcessBuilder(runtime, "rm", "-f", name)).start().waitFor();
          return;
        } catch (IOException e) {
          throw new java.io.UncheckedIOException("container " + name + " cannot be removed", e);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /** Looks for a program where the scripts do. */
  public static Optional<Path> find(String program) {
    for (String folder : SAFE_PATH.split(":")) {
      Path file = Path.of(folder, program);
      if (Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** A running shell reads its script piece by piece, so a script is replaced and never changed. */
  private static Path install(Path home, String name) throws IOException {
    Path file = home.resolve(name);
    try (InputStream in = Supervisors.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the resource " + name + " is missing");
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (!Files.exists(file) || !Files.readString(file).equals(text)) {
        Durable.write(file, text);
      }
    }
    return file;
  }

  /**
   * Starts one supervisor for each; one whose folder is claimed already goes at once. Returns when
   * they are under way.
   */
  public void start(List<Task> tasks) throws IOException {
    List<String> command = new ArrayList<>();
    command.add("/bin/sh");
    command.add(spawn.toString());
    command.add(supervisor.toString());
    for (Task task : tasks) {
      command.add(task.mark().toString());
      command.add(task.folder().path().toString());
    }
    ProcessBuilder builder = quiet(new ProcessBuilder(command));
    Map<String, String> environment = builder.environment();
    environment.clear();
    environment.put("PATH", SAFE_PATH);
    cgroup.ifPresent(c -> environment.put("WEIR_SUPERVISORS", c.toString()));
    builder.start();
  }
}
