package dev.weir.cli.command;

import dev.weir.cli.terminal.Progress;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.engine.policy.Policies;
import dev.weir.league.Comparison;
import dev.weir.league.ListResult;
import dev.weir.league.PackingExperiment;
import dev.weir.league.PackingRun;
import dev.weir.simulator.experiment.Seeds;
import dev.weir.simulator.metrics.SummaryJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir league}: published experiments, run again. */
@Command(
    name = "league",
    description = {
      "Runs a published experiment through Weir's own engine and shows our figures beside the"
          + " published ones.",
      "Without a name, the experiments are listed."
    },
    mixinStandardHelpOptions = true)
final class LeagueCommand implements Subcommand {
  private static final List<PackingExperiment> EXPERIMENTS = List.of(PackingExperiment.L1);
  private static final int WORST_KINDS = 3;

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(arity = "0..1", paramLabel = "NAME", description = "The experiment, such as L1.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--lists",
      split = ",",
      paramLabel = "LIST",
      description = "Job lists, separated by commas; all when left out.")
  private List<String> lists = List.of();

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "POLICY",
      description = "Policies, separated by commas; all of the experiment when left out.")
  private List<String> policies = List.of();

  @Option(
      names = "--challenger",
      paramLabel = "POLICY",
      description = "The policy whose placement score is set against the published ones.")
  private Optional<String> challenger = Optional.empty();

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      converter = SeedsOption.class,
      description = "Seeds, both ends included; ${DEFAULT-VALUE} when left out.")
  private Seeds seeds = new Seeds(42, 51);

  @Option(
      names = "--parallel",
      paramLabel = "N",
      description = "Runs at one time; all processors when left out.")
  private Optional<Integer> parallel = Optional.empty();

  @Option(names = "--no-bound", description = "Leaves the bounds out, which take their time.")
  private boolean noBound;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes the figures here as well, for programs.")
  private Optional<Path> json = Optional.empty();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  LeagueCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() throws IOException, InterruptedException {
    if (name.isEmpty()) {
      Table table = new Table("EXPERIMENT", "WHAT IT IS", "SOURCE");
      EXPERIMENTS.forEach(e -> table.row(e.name(), e.title(), e.source()));
      table.print(terminal);
      return ExitCode.DONE;
    }
    PackingExperiment listed =
        EXPERIMENTS.stream()
            .filter(e -> e.name().equalsIgnoreCase(name.get()))
            .findFirst()
            .orElseThrow(
                () ->
                    Refusals.unknown(
                        spec,
                        "experiment",
                        name.get(),
                        EXPERIMENTS.stream().map(PackingExperiment::name).toList()));
    challenger.ifPresent(c -> chosen("policy", List.of(c), List.copyOf(Policies.names())));
    PackingExperiment experiment = challenger.map(listed::challengedBy).orElse(listed);
    List<String> chosenLists = chosen("list", lists, experiment.lists());
    List<String> chosenPolicies = chosen("policy", policies, experiment.policies());
    Comparison comparison = compare(experiment, chosenLists, chosenPolicies);
    showBaselines(comparison);
    showContests(experiment, comparison);
    if (json.isPresent()) {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(json.get()))) {
        SummaryJson.write(comparison.summary(), out);
      }
    }
    return comparison.baselinesHold() ? ExitCode.DONE : ExitCode.FAILED;
  }

  private List<String> chosen(String what, List<String> wanted, List<String> known) {
    for (String w : wanted) {
      if (!known.contains(w)) {
        throw Refusals.unknown(spec, what, w, known);
      }
    }
    return wanted.isEmpty() ? known : wanted;
  }

  private Comparison compare(
      PackingExperiment experiment, List<String> chosenLists, List<String> chosenPolicies)
      throws IOException, InterruptedException {
    int workers = parallel.orElse(Runtime.getRuntime().availableProcessors());
    Path data = Path.of(System.getProperty("weir.home", ".")).resolve("data");
    PackingRun run = new PackingRun(experiment, data, workers);
    List<ListResult> results = new ArrayList<>();
    // one step is a thousandth of one list, whose lengths differ
    try (Progress progress = terminal.progress(experiment.name(), 1000L * chosenLists.size())) {
      AtomicLong before = new AtomicLong();
      for (String list : chosenLists) {
        progress.message(list);
        results.add(
            run.run(
                list,
                chosenPolicies,
                seeds,
                !noBound,
                (done, all) -> progress.to(before.get() + 1000 * done / Math.max(1, all))));
        progress.to(before.addAndGet(1000));
      }
    }
    return new Comparison(experiment, run.stored(), results);
  }

  private void showBaselines(Comparison comparison) {
    if (comparison.baselines().isEmpty()) {
      return;
    }
    title("Our baselines beside the published ones, % of devices allocated");
    Table table =
        new Table(
            "LIST",
            "POLICY",
            "AT 100",
            "STORED",
            "AT 130",
            "STORED",
            "DIFF",
            "TOLERANCE",
            "WITHIN");
    for (Comparison.Baseline b : comparison.baselines()) {
      table.row(
          b.list(),
          b.policy(),
          percent(b.at100()),
          percent(b.stored100()),
          percent(b.at130()),
          percent(b.stored130()),
          signed(b.difference()),
          percent(b.tolerance()),
          b.within() ? "yes" : "no");
    }
    table.print(terminal);
  }

  private void showContests(PackingExperiment experiment, Comparison comparison) {
    List<Comparison.Contest> contests = comparison.contests();
    if (contests.isEmpty()) {
      return;
    }
    String ours = experiment.challenger();
    String theirs = experiment.reference();
    title(
        "%s beside our %s of the same run, %% of devices allocated at 130 %% arrived"
            .formatted(ours, theirs));
    Table table =
        new Table(
            "LIST",
            theirs,
            "±95 %",
            ours,
            "±95 %",
            "DIFF",
            "SEEDS ABOVE",
            "UNALLOCATED CUT",
            "BOUND");
    for (Comparison.Contest c : contests) {
      table.row(
          c.list().list(),
          percent(c.reference()),
          percent(c.referenceCi95()),
          percent(c.ours()),
          percent(c.oursCi95()),
          signed(c.difference()),
          "%.0f %%".formatted(100 * c.above()),
          "%.1f %%".formatted(100 * c.cut()),
          c.list().bound().isPresent() ? percent(c.list().bound().getAsDouble()) : "-");
    }
    table.print(terminal);
    title("Placed jobs of the mean run; the kinds of which %s places fewer".formatted(ours));
    Table placed = new Table("LIST", "JOBS", "ARRIVED", theirs, ours);
    for (Comparison.Contest c : contests) {
      c.list().groups(theirs, ours).forEach(r -> row(placed, c.list().list(), r, ""));
      c.list()
          .worst(theirs, ours, WORST_KINDS)
          .forEach(r -> row(placed, c.list().list(), r, "  fewer "));
    }
    placed.print(terminal);
  }

  private static void row(Table table, String list, ListResult.PlacedRow row, String indent) {
    table.row(
        list,
        indent + row.what(),
        "%.1f".formatted(row.arrived()),
        "%.1f".formatted(row.reference()),
        "%.1f".formatted(row.ours()));
  }

  private void title(String text) {
    terminal.out().println();
    terminal.out().println(terminal.paint(Style.BOLD, text));
  }

  private static String percent(double ratio) {
    return "%.2f".formatted(100 * ratio);
  }

  private static String signed(double ratio) {
    return "%+.2f".formatted(100 * ratio);
  }
}
