package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.AuditRow;
import dev.weir.api.wire.Page;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir audit}. */
@Command(
    name = "audit",
    description = "Lists what people and programs stated, newest first.",
    mixinStandardHelpOptions = true)
final class AuditCommand extends Listing {
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "At most so many (default: ${DEFAULT-VALUE}).")
  private int limit = 50;

  AuditCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    WeirClient client = client();
    List<AuditRow> rows = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      Page<AuditRow> page = client.audit(cursor);
      rows.addAll(page.items());
      cursor = page.next();
    } while (cursor.isPresent() && rows.size() < limit);
    List<AuditRow> shown = rows.subList(0, Math.min(Math.max(0, limit), rows.size()));
    if (json) {
      json(shown);
      return ExitCode.DONE;
    }
    Table table = new Table("TURN", "AT", "BY", "VIA", "WHAT");
    for (AuditRow row : shown) {
      table.row(
          row.sequence(),
          Show.time(row.at()),
          Show.harmless(row.by()),
          Show.harmless(row.via()),
          Show.harmless(String.join("; ", row.facts())));
    }
    table.print(terminal);
    return ExitCode.DONE;
  }
}
