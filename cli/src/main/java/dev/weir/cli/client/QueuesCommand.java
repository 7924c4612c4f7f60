package dev.weir.cli.client;

import dev.weir.api.wire.QueueView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code weir queues}. */
@Command(
    name = "queues",
    description = "Lists the queues: what they are guaranteed, what they use, who waits.",
    mixinStandardHelpOptions = true,
    subcommands = QueuesCommand.Apply.class)
final class QueuesCommand extends Listing {
  private static final String DEVICES = "devices";

  @Option(names = "--file", description = "The tenants' tree as a queues file.")
  private boolean file;

  QueuesCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    if (file) {
      terminal.out().print(Show.harmless(client().queuesFile()));
      return ExitCode.DONE;
    }
    List<QueueView> queues = client().queues();
    if (json) {
      json(queues);
      return ExitCode.DONE;
    }
    Table table =
        new Table("QUEUE", "WEIGHT", "GUARANTEED", "LIMIT", "USED", "SHARE", "RUNNING", "WAITING");
    for (QueueView queue : queues) {
      table.row(
          queue.name(),
          Show.number(queue.weight()),
          amounts(queue.guaranteed()),
          amounts(queue.limit()),
          amounts(queue.used()),
          Show.percent(queue.share()),
          queue.running(),
          queue.waiting());
    }
    table.print(terminal);
    return ExitCode.DONE;
  }

  /** In the units that people use; nothing when there is no amount. */
  static String amounts(Map<String, Long> amounts) {
    String text =
        amounts.entrySet().stream()
            .filter(amount -> amount.getValue() != 0)
            .map(amount -> amount(amount.getKey(), amount.getValue()))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? Show.NOTHING : text;
  }

  private static String amount(String resource, long value) {
    if (resource.equals("memory")) {
      return Show.bytes(value);
    }
    if (resource.equals("cpu")) {
      return Show.number(value / 1000.0) + " cpu";
    }
    return resource.startsWith(DEVICES)
        ? Show.number(value / 1000.0) + " " + resource.replaceFirst("^devices/", "")
        : value + " " + resource;
  }

  /** {@code weir queues apply}. */
  @Command(
      name = "apply",
      description = "Replaces the tenants' tree by that of a queues file.",
      mixinStandardHelpOptions = true)
  static final class Apply extends Applying {
    Apply(Terminal terminal) {
      super(terminal);
    }

    @Override
    dev.weir.api.wire.ChangeView put(String text, boolean dry) {
      return client().putQueues(text, dry);
    }
  }
}
