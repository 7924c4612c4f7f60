package dev.weir.server.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.api.Wire;
import dev.weir.api.wire.SimulationView;
import dev.weir.server.problem.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs {@code weir simulate} on experiment files; each has a folder of its own. */
public final class Simulations implements AutoCloseable {
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3})%");
  private static final int AT_ONCE = 2;
  private static final int KEPT = 200;
  private static final int TAIL = 8192;

  /** An experiment says what its owner plans; results say what a fleet is worth. */
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final Path folder;
  private final Optional<Path> home;
  private final Map<Integer, Run> runs = new ConcurrentSkipListMap<>();
  private int newest;

  /** One run; its process is gone once it has ended. */
  private static final class Run {
    private final Path folder;
    private final String name;
    private final String by;
    private final Instant startedAt = Instant.now();
    private final Process process;
    private volatile Optional<Instant> endedAt = Optional.empty();
    private volatile boolean cancelled;

    Run(Path folder, String name, String by, Process process) {
      this.folder = folder;
      this.name = name;
      this.by = by;
      this.process = process;
    }
  }

  /**
   * @param folder where experiments and results lie; those of former servers are removed
   * @param home root of the installation, whose {@code weir} is run
   */
  public Simulations(Path folder, Optional<Path> home) throws IOException {
    this.folder = folder;
    this.home = home;
    removeAll(folder);
    Files.createDirectories(folder, OWNERS);
  }

  private static void removeAll(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  /**
   * Starts one, when the experiment and all that it names are right.
   *
   * @param name of the experiment file, for people
   * @throws Refusal it is not right, or no further one can run now
   */
  public synchronized SimulationView start(String name, String yaml, String by) throws IOException {
    Path program =
        home.map(h -> h.resolve("weir"))
            .filter(Files::isExecutable)
            .orElseThrow(
                () ->
                    Refusal.conflict(
                        "this server does not know its installation (weir.home), whose weir runs"
                            + " simulations"));
    if (runs.values().stream().filter(r -> r.endedAt.isEmpty()).count() >= AT_ONCE) {
      throw Refusal.conflict(AT_ONCE + " simulations run already; wait for one or cancel it");
    }
    forgetOld();
    int id = ++newest;
    Path own = Files.createDirectories(folder.resolve(Integer.toString(id)), OWNERS);
    Path experiment = own.resolve("experiment.yaml");
    try {
      Files.writeString(experiment, yaml, StandardOpenOption.CREATE_NEW);
      new ExperimentCheck(program).require(experiment, own, name);
      Run run = new Run(own, name, by, process(program, experiment, own));
      runs.put(id, run);
      var _ = run.process.onExit().thenRun(() -> run.endedAt = Optional.of(Instant.now()));
      return view(id, run);
    } finally {
      if (!runs.containsKey(id)) {
        removeAll(own);
      }
    }
  }

  private static Process process(Path program, Path experiment, Path own) throws IOException {
    Process process =
        new ProcessBuilder(
                "nice",
                "-n",
                "10",
                program.toString(),
                "simulate",
                experiment.toString(),
                "--json",
                own.resolve("result.json").toString())
            .directory(own.toFile())
            .redirectErrorStream(true)
            .redirectOutput(own.resolve("log").toFile())
            .start();
    process.getOutputStream().close();
    return process;
  }

  private void forgetOld() throws IOException {
    for (int id : List.copyOf(runs.keySet())) {
      Run run = runs.get(id);
      if (runs.size() >= KEPT && run != null && run.endedAt.isPresent()) {
        runs.remove(id);
        removeAll(run.folder);
      }
    }
  }

  /** Newest first. */
  public List<SimulationView> all() {
    List<SimulationView> views = new ArrayList<>();
    runs.forEach((id, run) -> views.add(view(id, run)));
    return views.reversed();
  }

  /** One of them. */
  public Optional<SimulationView> find(String id) {
    return number(id).flatMap(n -> Optional.ofNullable(runs.get(n)).map(r -> view(n, r)));
  }

  private static Optional<Integer> number(String id) {
    return id.matches("s[1-9][0-9]{0,8}")
        ? Optional.of(Integer.parseInt(id.substring(1)))
        : Optional.empty();
  }

  /** Ends one; false when there is none of that id. */
  public boolean cancel(String id) {
    Optional<Run> run = number(id).map(runs::get);
    run.filter(r -> r.endedAt.isEmpty())
        .ifPresent(
            r -> {
              r.cancelled = true;
              end(r.process);
            });
    return run.isPresent();
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
  }

  private static SimulationView view(int id, Run run) {
    String log = tail(run.folder.resolve("log"));
    boolean ended = run.endedAt.isPresent();
    boolean well = ended && !run.cancelled && run.process.exitValue() == 0;
    return new SimulationView(
        "s" + id,
        run.name,
        run.by,
        state(run, ended, well),
        run.startedAt,
        run.endedAt,
        well ? OptionalDouble.of(1) : done(log),
        Optional.of(log.strip()).filter(l -> !l.isEmpty() && !ended).map(Simulations::lastLine),
        well ? result(run.folder.resolve("result.json")) : Optional.empty(),
        ended && !well && !run.cancelled ? Optional.of(log.strip()) : Optional.empty());
  }

  private static String state(Run run, boolean ended, boolean well) {
    if (!ended) {
      return "RUNNING";
    }
    return run.cancelled ? "CANCELLED" : well ? "DONE" : "FAILED";
  }

  private static OptionalDouble done(String log) {
    Matcher percent = PERCENT.matcher(log);
    OptionalDouble newest = OptionalDouble.empty();
    while (percent.find()) {
      newest = OptionalDouble.of(Math.min(100, Integer.parseInt(percent.group(1))) / 100.0);
    }
    return newest;
  }

  private static String lastLine(String text) {
    String[] lines = text.split("[\r\n]+");
    return lines[lines.length - 1];
  }

  private static String tail(Path log) {
    try {
      String text = Files.readString(log);
      return text.substring(Math.max(0, text.length() - TAIL));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<JsonNode> result(Path file) {
    try {
      return Optional.of(Wire.strict().readTree(Files.readString(file)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a simulation wrote no JSON", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends those that run. */
  @Override
  public void close() {
    for (Run run : runs.values()) {
      if (run.endedAt.isEmpty()) {
        end(run.process);
        try {
          run.process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
