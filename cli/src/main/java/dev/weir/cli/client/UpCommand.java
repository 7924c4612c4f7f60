package dev.weir.cli.client;

import dev.weir.api.client.ServerFile;
import dev.weir.api.wire.Status;
import dev.weir.cli.command.CommandFailed;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.Subcommand;
import dev.weir.cli.terminal.Progress;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir up}: starts the server of a data folder. */
@Command(
    name = "up",
    description = {
      "Starts the server on this machine, which becomes the domain local, and returns when it"
          + " answers. It listens on loopback; weir down ends it.",
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:a server runs", "1:it could not be started", "2:an option is wrong"})
final class UpCommand implements Subcommand {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int PAUSE_MILLIS = 25;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Mixin private ServerOption server = new ServerOption();

  @Option(
      names = "--devices",
      paramLabel = "WHAT:N",
      description = "Offers these instead of what is found: cpu:8 = eight slots of CPU.")
  private Optional<String> devices = Optional.empty();

  @Option(names = "--port", paramLabel = "N", description = "Port on loopback; 0 = a free one.")
  private Optional<Integer> port = Optional.empty();

  @Option(names = "--foreground", description = "Stays in this terminal until it is interrupted.")
  private boolean foreground;

  @Option(
      names = "--no-isolation",
      description = "Lets several tenants run although nothing keeps them apart.")
  private boolean noIsolation;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of the server, such as weir.store.url=jdbc:postgresql://...")
  private List<String> settings = new ArrayList<>();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  UpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() throws IOException, InterruptedException {
    requireSense();
    Path data = server.folder();
    DataFolder.make(data);
    LocalServer local = new LocalServer(data);
    // Two at a time would both find no server, and start one each.
    try (FileChannel channel =
            FileChannel.open(
                data.resolve("up.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      Optional<ServerFile> running = local.running();
      if (running.isPresent()) {
        return alreadyRuns(local, running.get());
      }
      Optional<Long> dead = local.dead();
      if (dead.isPresent()) {
        terminal
            .err()
            .println(
                "the server %d of %s ended without a word; its jobs are looked after again"
                    .formatted(dead.get(), data));
      }
      return foreground ? stay(data) : start(local, lock);
    }
  }

  private void requireSense() {
    if (port.isPresent() && (port.get() < 0 || port.get() > 65_535)) {
      throw wrong("--port: " + port.get() + " is out of range (expected 0 to 65535)");
    }
    if (devices.isPresent() && !devices.get().matches("[A-Za-z][A-Za-z0-9-]*:[0-9]{1,4}")) {
      throw wrong("--devices: \"" + devices.get() + "\" is nothing to offer (expected cpu:8)");
    }
    for (String setting : settings) {
      if (!setting.matches("[A-Za-z][A-Za-z0-9._\"-]*=.*")) {
        throw wrong("--set: \"" + setting + "\" is no setting (expected NAME=VALUE)");
      }
    }
  }

  private ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }

  private ExitCode alreadyRuns(LocalServer local, ServerFile running) throws IOException {
    terminal
        .out()
        .println(
            "a server runs already for %s: %s (pid %d)"
                .formatted(local.data(), running.url(), running.pid()));
    if (devices.isPresent() || port.isPresent() || noIsolation) {
      terminal.err().println("its options stay as they are; weir down and weir up change them");
    }
    if (local.answer().isEmpty()) {
      throw new CommandFailed(
          "the server %d does not answer; its log is %s".formatted(running.pid(), local.log()));
    }
    return ExitCode.DONE;
  }

  private ServerProgram.Settings chosen(Path data) {
    return new ServerProgram.Settings(data, port, devices, !noIsolation, settings);
  }

  private ExitCode stay(Path data) throws IOException, InterruptedException {
    Process process = ServerProgram.find().foreground(chosen(data));
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy, "end the server"));
    int code = process.waitFor();
    return code == 0 || code == 130 || code == 143 ? ExitCode.DONE : ExitCode.FAILED;
  }

  private ExitCode start(LocalServer local, FileLock lock)
      throws IOException, InterruptedException {
    long from = Files.exists(local.log()) ? Files.size(local.log()) : 0;
    long started = System.nanoTime();
    Process process = ServerProgram.find().background(chosen(local.data()), local.log());
    Status status;
    try (Progress progress = terminal.progress("starting", PATIENCE.toSeconds())) {
      status = awaited(local, process, from, started, progress);
    }
    if (!lock.isValid()) {
      throw new CommandFailed("the lock of " + local.data() + " was lost while the server started");
    }
    return tell(local, status, (System.nanoTime() - started) / 1e9);
  }

  private Status awaited(
      LocalServer local, Process process, long from, long started, Progress progress)
      throws IOException, InterruptedException {
    while (true) {
      Optional<Status> status = local.answer();
      if (status.isPresent()) {
        return status.get();
      }
      long waited = System.nanoTime() - started;
      if (!process.isAlive()) {
        throw failed(local, from, "ended with code " + process.exitValue());
      }
      if (waited > PATIENCE.toNanos()) {
        process.destroy();
        throw failed(local, from, "did not answer in " + PATIENCE.toSeconds() + " s");
      }
      progress.to(waited / 1_000_000_000);
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  private CommandFailed failed(LocalServer local, long from, String how) throws IOException {
    List<String> lines = local.logEnd(from);
    lines.forEach(line -> terminal.err().println("  " + Show.harmless(line)));
    return new CommandFailed("the server %s; its log is %s".formatted(how, local.log()));
  }

  private ExitCode tell(LocalServer local, Status status, double seconds) throws IOException {
    ServerFile file = local.running().orElseThrow();
    String weir = Optional.ofNullable(System.getProperty("weir.command")).orElse("weir");
    String data = local.data().equals(new ServerOption().folder()) ? "" : " --data " + local.data();
    terminal
        .out()
        .println(
            terminal.paint(Style.GREEN, "weir runs")
                + String.format(
                    Locale.ROOT,
                    ": %s (pid %d, first answer after %.1f s)",
                    file.url(),
                    file.pid(),
                    seconds));
    line("token", file.tokenFile());
    line("data", local.data().toString());
    line("devices", devices(status));
    status.domains().forEach(domain -> line("isolation", domain.isolation()));
    status.warnings().forEach(warning -> line("warning", warning));
    terminal.out().println();
    terminal.out().println("try:");
    terminal.out().printf("  %s submit%s --name hello --devices 1 -- echo hello%n", weir, data);
    terminal.out().printf("  %s logs%s -f hello%n", weir, data);
    terminal.out().printf("  %s top%s%n", weir, data);
    return ExitCode.DONE;
  }

  private static String devices(Status status) {
    return status.devices() == 0
        ? "none (weir up --devices cpu:8 offers slots of CPU)"
        : status.devices() + " on " + status.nodes() + (status.nodes() == 1 ? " node" : " nodes");
  }

  private void line(String what, String value) {
    terminal.out().println("  %-10s %s".formatted(what, Show.harmless(value)));
  }
}
