package dev.weir.cli.drill;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.weir.cli.client.ServerProgram;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.Subcommand;
import dev.weir.cli.terminal.Progress;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Terminal;
import dev.weir.store.StoreConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir drill}: a real server under load and under fire. */
@Command(
    name = "drill",
    description = {
      "Starts a server of its own with real processes, loads it, kills it or measures it, and counts"
          + " afterwards whether every promise was kept.",
      "  start      from submit to the running process",
      "  load       durable submissions per second from many clients",
      "  crash      kills the server at random instants under submit load",
      "  kills      kills workers, task groups and the server in every state of a job's life",
      "  leader     takes the lead from one of two servers on one PostgreSQL, in three ways",
      "  fidelity   real jobs beside the same jobs in the simulator"
    },
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:every promise was kept", "1:a promise was broken", "2:an option is wrong"})
public final class DrillCommand implements Subcommand {
  /** The drills by name. */
  enum Name {
    start,
    load,
    crash,
    kills,
    leader,
    fidelity
  }

  private final Terminal terminal;

  @Parameters(paramLabel = "DRILL", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Name name = Name.start;

  @Option(
      names = "--count",
      paramLabel = "N",
      description =
          "Jobs, kills or take-overs; 60 jobs, 200 starts, 20 kills, 6 take-overs or 20 s when left"
              + " out.")
  private Optional<Integer> count = Optional.empty();

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "0",
      description = "Clients at one time; 32 for load, 4 for crash and leader when left out.")
  private int clients;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of all that is random.")
  private long seed = 1;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description = "A setting of the server, as for weir up.")
  private List<String> properties = List.of();

  @Option(
      names = "--postgres",
      description =
          "Keeps the journal in a PostgreSQL that is started for this, not in SQLite; leader always"
              + " does.")
  private boolean postgres;

  @Option(
      names = "--keep",
      description = "Keeps the folder of the server when no promise was broken, too.")
  private boolean keep;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the outcome here as well.")
  private Optional<Path> json = Optional.empty();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  DrillCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() throws Exception {
    Path data = Files.createTempDirectory("weir-drill-");
    Outcome outcome;
    if (postgres) {
      try (TemporaryPostgres server = TemporaryPostgres.start()) {
        outcome = run(data, TemporaryPostgres.settings(server.port()), server.store());
      }
    } else {
      outcome = run(data, List.of(), store(data));
    }
    tell(outcome);
    if (json.isPresent()) {
      Files.writeString(json.get(), json(outcome) + "\n");
    }
    if (outcome.broken().isEmpty() && !keep) {
      Folders.delete(data);
    } else {
      terminal.out().printf("kept: %s%n", data);
    }
    return outcome.broken().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private Outcome run(Path data, List<String> settings, StoreConfig store) throws Exception {
    Drill drill = drill();
    try (LiveServer server = server(data, settings, store);
        Progress progress = terminal.progress("drill " + name, drill.steps())) {
      return drill.run(server, progress);
    }
  }

  private LiveServer server(Path data, List<String> settings, StoreConfig store) {
    List<String> all = new ArrayList<>(settings);
    all.addAll(properties);
    List<String> command =
        ServerProgram.find()
            .command(
                new ServerProgram.Settings(data, Optional.of(0), Optional.of("cpu:8"), true, all));
    return new LiveServer(command, Map.of("WEIR_DATA", data.toString()), data, store);
  }

  /** Where the server keeps its journal, by its settings. */
  private StoreConfig store(Path data) {
    return setting("weir.store.url")
        .<StoreConfig>map(
            url ->
                new StoreConfig.Postgres(
                    url,
                    setting("weir.store.user").orElse("weir"),
                    setting("weir.store.password").orElse("")))
        .orElse(new StoreConfig.Sqlite(data));
  }

  private Optional<String> setting(String wanted) {
    return properties.stream()
        .filter(property -> property.startsWith(wanted + "="))
        .map(property -> property.substring(wanted.length() + 1))
        .findFirst();
  }

  private Drill drill() {
    return switch (name) {
      case start -> new StartDrill(count.orElse(200));
      case load -> new LoadDrill(clients == 0 ? 32 : clients, Duration.ofSeconds(count.orElse(20)));
      case crash -> new CrashDrill(count.orElse(20), clients == 0 ? 4 : clients, seed);
      case kills -> new KillDrill(count.orElse(20), seed);
      case leader -> new LeaderDrill(count.orElse(6), clients == 0 ? 4 : clients, this::server);
      case fidelity -> new FidelityDrill(count.orElse(60), seed);
    };
  }

  private void tell(Outcome outcome) {
    outcome.figures().forEach((key, value) -> terminal.out().printf("%-32s %s%n", key, value));
    for (String broken : outcome.broken()) {
      terminal.out().printf("%s %s%n", terminal.paint(Style.RED, "broken"), broken);
    }
    terminal.out().printf("%d promises broken%n", outcome.broken().size());
  }

  private String json(Outcome outcome) throws java.io.IOException {
    Map<String, Object> form = new LinkedHashMap<>();
    form.put("drill", name.name());
    form.put("seed", seed);
    form.put("figures", outcome.figures());
    form.put("broken", List.copyOf(outcome.broken()));
    return new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(form);
  }
}
