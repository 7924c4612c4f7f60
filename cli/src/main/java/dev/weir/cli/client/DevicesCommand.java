package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.DeviceView;
import dev.weir.api.wire.Page;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir devices}. */
@Command(
    name = "devices",
    description = "Lists the devices: health, who holds them, how busy they are.",
    mixinStandardHelpOptions = true,
    subcommands = {DeviceAction.Drain.class, DeviceAction.Return.class})
final class DevicesCommand extends Listing {
  @Option(names = "--node", paramLabel = "NODE", description = "Only this node's.")
  private Optional<String> node = Optional.empty();

  DevicesCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    WeirClient client = client();
    List<DeviceView> devices = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      Page<DeviceView> page = client.devices(cursor);
      page.items().stream()
          .filter(device -> node.isEmpty() || device.node().equals(node.get()))
          .forEach(devices::add);
      cursor = page.next();
    } while (cursor.isPresent());
    if (json) {
      json(devices);
      return ExitCode.DONE;
    }
    Table table =
        new Table(
            "NODE", "NO", "MODEL", "MEMORY", "HEALTH", "USE", "CHARGED", "JOBS", "BUSY", "TEMP",
            "POWER");
    devices.forEach(device -> row(table, device));
    table.print(terminal);
    return ExitCode.DONE;
  }

  static String health(DeviceView device) {
    return (device.healthy() ? "healthy" : "unhealthy")
        + (device.draining() ? ", drained" : "")
        + device.reason().map(r -> ": " + r).orElse("");
  }

  private static void row(Table table, DeviceView device) {
    Optional<DeviceView.Sample> sample = device.utilisation();
    table.row(
        Show.harmless(device.node()),
        device.number(),
        device.model(),
        Show.bytes(device.memoryBytes()),
        Show.harmless(health(device)),
        device.mode().toLowerCase(Locale.ROOT),
        Show.percent(device.used()),
        String.join(",", device.jobs()),
        sample.map(s -> Show.percent(s.compute())).orElse(Show.NOTHING),
        sample
            .filter(s -> s.temperatureCelsius().isPresent())
            .map(s -> Math.round(s.temperatureCelsius().getAsDouble()) + " C")
            .orElse(Show.NOTHING),
        sample
            .filter(s -> s.powerWatts().isPresent())
            .map(s -> Math.round(s.powerWatts().getAsDouble()) + " W")
            .orElse(Show.NOTHING));
  }
}
