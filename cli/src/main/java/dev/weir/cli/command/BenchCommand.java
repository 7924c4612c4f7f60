package dev.weir.cli.command;

import dev.weir.benchmarks.BenchJson;
import dev.weir.benchmarks.BenchResult;
import dev.weir.benchmarks.EngineBench;
import dev.weir.benchmarks.OptimalityBench;
import dev.weir.benchmarks.SimulatorBench;
import dev.weir.cli.terminal.Progress;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.engine.policy.Policies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code weir bench}: how fast, how large, how near the optimum. */
@Command(
    name = "bench",
    description = "Measures speed and size of the engine and the simulator, and optimality.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BenchCommand.OfEngine.class,
      BenchCommand.OfSimulator.class,
      BenchCommand.OfOptimality.class
    })
public final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  public BenchCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "a command is missing");
  }

  /** What all have in common: results are gathered, shown and written. */
  abstract static class Bench implements Subcommand {
    final Terminal terminal;
    final List<BenchResult> results = new ArrayList<>();

    @Spec CommandSpec spec;

    @Option(
        names = "--json",
        paramLabel = "FILE",
        description = "Writes the results here as well, for programs.")
    private Optional<Path> json = Optional.empty();

    @SuppressWarnings("NullAway.Init")
    Bench(Terminal terminal) {
      this.terminal = terminal;
    }

    /** Takes the measurements. */
    abstract void measure();

    @Override
    public ExitCode run() throws IOException {
      measure();
      Table table =
          new Table(
              "name", "nodes", "devices", "jobs", "per s", "p50 ms", "p99 ms", "heap MB", "wall s");
      for (BenchResult r : results) {
        table.row(
            r.name(),
            r.nodes(),
            r.devices(),
            r.jobs(),
            "%.0f".formatted(r.opsPerSecond()),
            "%.3f".formatted(r.p50Millis()),
            "%.3f".formatted(r.p99Millis()),
            r.heapMegabytes(),
            "%.1f".formatted(r.wallSeconds()));
      }
      table.print(terminal);
      more();
      if (json.isPresent()) {
        BenchJson.write(results, json.get());
      }
      return ExitCode.DONE;
    }

    /** What else people want to see. */
    void more() {}

    final String policy(String name) {
      if (Policies.find(name).isEmpty()) {
        throw Refusals.unknown(spec, "policy", name, Policies.names());
      }
      return name;
    }

    final int atLeast(int least, String option, int value) {
      if (value < least) {
        throw new ParameterException(
            spec.commandLine(), "%s is %d or more, not %d".formatted(option, least, value));
      }
      return value;
    }
  }

  /** {@code weir bench engine}. */
  @Command(
      name = "engine",
      description = {
        "Placements per second through the full pass: events, queues, fairness, topology, quota,"
            + " backfill and verdicts on; one thread.",
        "place-1, gang-8, gang-64 and mixed count started jobs; pass is one job out and one in;"
            + " verdict-unfit is the time to the reason of a gang that cannot fit."
      },
      mixinStandardHelpOptions = true)
  static final class OfEngine extends Bench {
    private static final int LARGE = 50_000;
    private static final int[] SIDE_BY_SIDE = {1_000, 10_000, 100_000};

    @Option(names = "--nodes", paramLabel = "N", description = "Nodes (${DEFAULT-VALUE}).")
    private int nodes = 5000;

    @Option(
        names = "--devices-per-node",
        paramLabel = "D",
        description = "Devices of each, at most 64 (${DEFAULT-VALUE}).")
    private int devices = 8;

    @Option(
        names = "--jobs",
        paramLabel = "J",
        description = "Jobs known at least; those that do not run wait (${DEFAULT-VALUE}).")
    private int jobs = 0;

    @Option(
        names = "--seconds",
        paramLabel = "S",
        description = "Length of each measurement, after as long a warm-up (${DEFAULT-VALUE}).")
    private int seconds = 5;

    @Option(names = "--policy", paramLabel = "P", description = "Policy (${DEFAULT-VALUE}).")
    private String policy = "weir";

    OfEngine(Terminal terminal) {
      super(terminal);
    }

    @Override
    void measure() {
      atLeast(16, "--nodes", nodes);
      if (atLeast(8, "--devices-per-node", devices) > 64) {
        throw new ParameterException(spec.commandLine(), "a node has at most 64 devices");
      }
      atLeast(0, "--jobs", jobs);
      atLeast(1, "--seconds", seconds);
      int steps = EngineBench.RESULTS + (nodes >= LARGE ? SIDE_BY_SIDE.length : 0);
      try (Progress progress = terminal.progress("engine", steps)) {
        EngineBench bench =
            new EngineBench(
                policy(policy),
                seconds,
                r -> {
                  results.add(r);
                  progress.step(1);
                  progress.message(r.name());
                });
        bench.run(nodes, devices, jobs);
        if (nodes >= LARGE) {
          bench.gangs(SIDE_BY_SIDE, devices);
        }
      }
    }

    @Override
    void more() {
      if (nodes < LARGE) {
        return;
      }
      Table table = new Table("gang-8 on nodes", "µs per placement", "against the smallest");
      List<BenchResult> sizes = results.subList(EngineBench.RESULTS, results.size());
      for (BenchResult r : sizes) {
        table.row(
            r.nodes(),
            "%.1f".formatted(1e6 / r.opsPerSecond()),
            "%.2f ×".formatted(sizes.getFirst().opsPerSecond() / r.opsPerSecond()));
      }
      terminal.out().println();
      table.print(terminal);
    }
  }

  /** {@code weir bench simulator}. */
  @Command(
      name = "simulator",
      description = {
        "An invented trace through the whole simulation, at an offered load of 0.9, with forecasts"
            + " from history; one thread for each run, one run at a time.",
        "per s counts jobs; p50 and p99 are those of a pass; heap is the most that a collection"
            + " left over."
      },
      mixinStandardHelpOptions = true)
  static final class OfSimulator extends Bench {
    private static final String NAME = "simulator";

    /** The largest job of the trace must fit. */
    private static final int LEAST_DEVICES = 2048;

    @Option(names = "--jobs", paramLabel = "J", description = "Jobs (${DEFAULT-VALUE}).")
    private int jobs = 100_000;

    @Option(
        names = "--devices",
        paramLabel = "N",
        description = "Devices, eight on each node (${DEFAULT-VALUE}).")
    private int devices = 10_000;

    @Option(
        names = "--policy",
        paramLabel = "P",
        arity = "1..*",
        description = "Policies; the first gives the result " + NAME + " (weir fair).")
    private List<String> policies = List.of("weir", "fair");

    OfSimulator(Terminal terminal) {
      super(terminal);
    }

    @Override
    void measure() {
      atLeast(1, "--jobs", jobs);
      atLeast(LEAST_DEVICES, "--devices", devices);
      policies.forEach(this::policy);
      long all = (long) jobs * policies.size();
      try (Progress progress = terminal.progress(NAME, all)) {
        progress.message("making the trace");
        SimulatorBench bench = new SimulatorBench(jobs, devices);
        for (int i = 0; i < policies.size(); i++) {
          String policy = policies.get(i);
          progress.message(policy);
          long before = (long) i * jobs;
          String name = i == 0 ? NAME : NAME + "-" + policy;
          results.add(bench.run(name, policy, (done, _) -> progress.to(before + done)));
        }
      }
    }
  }

  /** {@code weir bench optimality}. */
  @Command(
      name = "optimality",
      description = {
        "One pass of a policy on small random cases against the best that any placement could do,"
            + " which CP-SAT proves.",
        "The gaps are the same in every run. nodes, devices and jobs are those of all cases; p50"
            + " and p99 are the time of a case, nearly all of it the solver's."
      },
      mixinStandardHelpOptions = true)
  static final class OfOptimality extends Bench {
    @Option(names = "--cases", paramLabel = "N", description = "Cases (${DEFAULT-VALUE}).")
    private int cases = 500;

    @Option(names = "--policy", paramLabel = "P", description = "Policy (${DEFAULT-VALUE}).")
    private String policy = "weir";

    OfOptimality(Terminal terminal) {
      super(terminal);
    }

    @Override
    void measure() {
      atLeast(1, "--cases", cases);
      OptimalityBench bench = new OptimalityBench(policy(policy));
      try (Progress progress = terminal.progress("optimality", cases)) {
        results.add(bench.run(cases, progress::to));
      }
    }

    @Override
    void more() {
      var figures = results.getFirst().more();
      terminal.out().println();
      new Table("policy", "cases", "mean gap", "worst gap", "its seed", "optimal", "proven")
          .row(
              policy,
              cases,
              percent(figures.getOrDefault("mean_gap", 0.0)),
              percent(figures.getOrDefault("worst_gap", 0.0)),
              "%.0f".formatted(figures.getOrDefault("worst_seed", 0.0)),
              percent(figures.getOrDefault("optimal_share", 0.0)),
              percent(figures.getOrDefault("proven_share", 0.0)))
          .print(terminal);
    }

    private static String percent(double share) {
      return "%.2f %%".formatted(100 * share);
    }
  }
}
