package dev.weir.cli.client;

import dev.weir.api.wire.ReservationView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.yaml.SourceText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir reservations}. */
@Command(
    name = "reservations",
    description = "Lists reservations and maintenance windows.",
    mixinStandardHelpOptions = true,
    subcommands = {ReservationsCommand.Make.class, ReservationsCommand.End.class})
final class ReservationsCommand extends Listing {
  ReservationsCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    List<ReservationView> reservations = client().reservations();
    if (json) {
      json(reservations);
      return ExitCode.DONE;
    }
    if (reservations.isEmpty()) {
      say("no reservation");
      return ExitCode.DONE;
    }
    Table table = new Table("NAME", "FOR", "FROM", "UNTIL", "ACTIVE", "ROOM");
    for (ReservationView reservation : reservations) {
      String whom =
          reservation.maintenance()
              ? "maintenance"
              : String.join(",", reservation.queues())
                  + " "
                  + String.join(",", reservation.users());
      table.row(
          Show.harmless(reservation.name()),
          Show.harmless(whom.strip()),
          Show.time(reservation.from()),
          Show.time(reservation.until()),
          reservation.active() ? "yes" : "no",
          Show.harmless(reservation.room()));
    }
    table.print(terminal);
    return ExitCode.DONE;
  }

  /** {@code weir reservations make}. */
  @Command(
      name = "make",
      description = "Makes a reservation or maintenance window from a document.",
      mixinStandardHelpOptions = true)
  static final class Make extends Listing {
    @Parameters(paramLabel = "FILE", description = "The document.")
    private Path file = Path.of("");

    Make(Terminal terminal) {
      super(terminal);
    }

    @Override
    public ExitCode run() throws IOException {
      ReservationView made =
          client().reserve(SourceText.read(file, DocumentReader.MAX_BYTES).text());
      if (json) {
        json(made);
      } else {
        say("made " + made.name() + ": " + made.room() + " from " + Show.time(made.from()));
      }
      return ExitCode.DONE;
    }
  }

  /** {@code weir reservations end}. */
  @Command(name = "end", description = "Ends a reservation.", mixinStandardHelpOptions = true)
  static final class End extends ClientCommand {
    @Parameters(paramLabel = "NAME", description = "Its name.")
    private String name = "";

    End(Terminal terminal) {
      super(terminal);
    }

    @Override
    public ExitCode run() {
      client().endReservation(name);
      say("ended " + name);
      return ExitCode.DONE;
    }
  }
}
