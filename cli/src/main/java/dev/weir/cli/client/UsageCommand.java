package dev.weir.cli.client;

import dev.weir.api.wire.UsageRow;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.Refusals;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir usage}. */
@Command(
    name = "usage",
    description = "Shows metered usage; cost, energy and carbon where a price book is configured.",
    mixinStandardHelpOptions = true)
final class UsageCommand extends Listing {
  private static final List<String> KEYS = List.of("job", "queue", "user", "model");

  @Option(names = "--by", paramLabel = "WHAT", description = "job, queue, user or model.")
  private String by = "queue";

  @Option(names = "--since", paramLabel = "TIME", description = "From 7d ago, or a date, on.")
  private Optional<String> since = Optional.empty();

  @Option(names = "--until", paramLabel = "TIME", description = "Until a date, or 1d ago.")
  private Optional<String> until = Optional.empty();

  UsageCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    if (!KEYS.contains(by)) {
      throw Refusals.unknown(spec, "key", by, KEYS);
    }
    Instant now = Instant.now();
    List<UsageRow> rows =
        client()
            .usage(
                by,
                since.map(text -> Moments.since(this, text, now)),
                until.map(text -> Moments.since(this, text, now)));
    if (json) {
      json(rows);
      return ExitCode.DONE;
    }
    Table table =
        new Table(
            by.toUpperCase(Locale.ROOT), "DEVICE-H", "CORE-H", "GIB-H", "COST", "KWH", "KG CO2");
    for (UsageRow row : rows) {
      table.row(
          Show.harmless(row.key()),
          hours(row.deviceSeconds()),
          hours(row.cpuSeconds()),
          hours(row.memoryGibSeconds()),
          row.cost().map(c -> "%.2f %s".formatted(c.amount(), c.currency())).orElse(Show.NOTHING),
          thousandth(row.energyWattHours()),
          thousandth(row.carbonGrams()));
    }
    table.print(terminal);
    if (rows.stream().allMatch(row -> row.cost().isEmpty())) {
      terminal.err().println("cost, energy and carbon are not configured (weir prices apply FILE)");
    }
    return ExitCode.DONE;
  }

  private static String hours(double seconds) {
    return "%.2f".formatted(seconds / 3600);
  }

  private static String hours(OptionalDouble seconds) {
    return seconds.isPresent() ? hours(seconds.getAsDouble()) : Show.NOTHING;
  }

  private static String thousandth(OptionalDouble amount) {
    return amount.isPresent() ? "%.2f".formatted(amount.getAsDouble() / 1000) : Show.NOTHING;
  }
}
