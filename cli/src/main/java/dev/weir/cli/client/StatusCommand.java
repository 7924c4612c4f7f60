package dev.weir.cli.client;

import dev.weir.api.client.ServerFile;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.Status;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code weir status}: the server, in short. */
@Command(
    name = "status",
    description = "Shows the server: pid, URL, devices, how tenants are kept apart, warnings.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:a server answers", "3:none runs, or it does not answer"})
final class StatusCommand extends Listing {
  StatusCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() throws IOException {
    WeirClient client = client();
    Status status = client.status();
    if (json) {
      json(status);
      return ExitCode.DONE;
    }
    terminal
        .out()
        .println(
            terminal.paint(Style.GREEN, "weir " + status.version() + " runs")
                + ": "
                + client.server()
                + " (pid "
                + status.pid()
                + ", for "
                + Show.span(Duration.ofMillis(status.uptimeMillis()))
                + ")");
    Optional<ServerFile> file = new LocalServer(server.folder()).running();
    if (file.isPresent() && file.get().url().equals(client.server())) {
      line("token", file.get().tokenFile());
      line("data", server.folder().toString());
    }
    line(
        "role",
        status.role().toLowerCase(Locale.ROOT)
            + status.leader().map(l -> " (leader " + l + ")").orElse(""));
    line("store", status.store() + ", turn " + status.journal().sequence());
    for (Status.DomainView domain : status.domains()) {
      line(
          "domain",
          "%s: %d nodes, %d devices".formatted(domain.name(), domain.nodes(), domain.devices()));
      line("isolation", domain.isolation());
      line("fractions", domain.fractions());
      line("utilisation", domain.usageMeasured() ? "measured" : "not measured");
    }
    line("devices", "%s of %d used".formatted(Show.number(status.devicesUsed()), status.devices()));
    line("jobs", "%d running, %d waiting".formatted(status.running(), status.waiting()));
    line("policy", status.policy());
    status.warnings().forEach(warning -> line("warning", warning));
    return ExitCode.DONE;
  }

  private void line(String what, String value) {
    say("  %-12s %s".formatted(what, value));
  }
}
