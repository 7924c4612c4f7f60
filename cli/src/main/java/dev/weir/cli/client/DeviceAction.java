package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.DeviceView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that does something to one device. */
abstract class DeviceAction extends Listing {
  @Parameters(index = "0", paramLabel = "NODE", description = "Name of the node.")
  String node = "";

  @Parameters(index = "1", paramLabel = "NO", description = "Number of the device on it.")
  int number;

  DeviceAction(Terminal terminal) {
    super(terminal);
  }

  /** Does it. */
  abstract DeviceView act(WeirClient client);

  @Override
  public ExitCode run() {
    DeviceView device = act(client());
    if (json) {
      json(device);
    } else {
      say("%s/%d %s".formatted(device.node(), device.number(), DevicesCommand.health(device)));
    }
    return ExitCode.DONE;
  }

  /** {@code weir devices drain}. */
  @Command(
      name = "drain",
      description = "Takes a device out of use: no new task, and those that run on it are moved.",
      mixinStandardHelpOptions = true)
  static final class Drain extends DeviceAction {
    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; shown beside the device.")
    private Optional<String> reason = Optional.empty();

    Drain(Terminal terminal) {
      super(terminal);
    }

    @Override
    DeviceView act(WeirClient client) {
      return client.drainDevice(node, number, reason);
    }
  }

  /** {@code weir devices return}. */
  @Command(
      name = "return",
      description = "Takes a drained device back into use.",
      mixinStandardHelpOptions = true)
  static final class Return extends DeviceAction {
    @Option(
        names = "--force",
        description = "Also while the health rule's condition that drained it still holds.")
    private boolean force;

    Return(Terminal terminal) {
      super(terminal);
    }

    @Override
    DeviceView act(WeirClient client) {
      return client.returnDevice(node, number, force);
    }
  }
}
