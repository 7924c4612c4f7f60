package dev.weir.cli.client;

import dev.weir.cli.command.Subcommand;
import java.util.LinkedHashMap;
import java.util.Map;

/** The commands of this package by name, in the order of the help. */
public final class ClientCommands {
  private static final Map<String, Class<? extends Subcommand>> ALL = new LinkedHashMap<>();

  static {
    ALL.put("up", UpCommand.class);
    ALL.put("down", DownCommand.class);
    ALL.put("status", StatusCommand.class);
    ALL.put("submit", SubmitCommand.class);
    ALL.put("jobs", JobsCommand.class);
    ALL.put("job", JobCommand.class);
    ALL.put("why", WhyCommand.class);
    ALL.put("logs", LogsCommand.class);
    ALL.put("cancel", CancelCommand.class);
    ALL.put("suspend", SuspendCommand.class);
    ALL.put("resume", ResumeCommand.class);
    ALL.put("priority", PriorityCommand.class);
    ALL.put("top", TopCommand.class);
    ALL.put("nodes", NodesCommand.class);
    ALL.put("devices", DevicesCommand.class);
    ALL.put("drain", DrainCommand.class);
    ALL.put("cordon", CordonCommand.class);
    ALL.put("uncordon", UncordonCommand.class);
    ALL.put("advice", AdviceCommand.class);
    ALL.put("queues", QueuesCommand.class);
    ALL.put("policy", PolicyCommand.class);
    ALL.put("reservations", ReservationsCommand.class);
    ALL.put("usage", UsageCommand.class);
    ALL.put("prices", PricesCommand.class);
    ALL.put("tokens", TokensCommand.class);
    ALL.put("events", EventsCommand.class);
    ALL.put("audit", AuditCommand.class);
    ALL.put("doctor", DoctorCommand.class);
    ALL.put("support-bundle", SupportBundleCommand.class);
  }

  private ClientCommands() {}

  /** Name → class. */
  public static Map<String, Class<?>> all() {
    return new LinkedHashMap<>(ALL);
  }
}
