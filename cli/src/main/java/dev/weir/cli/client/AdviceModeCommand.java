package dev.weir.cli.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.api.client.Refused;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.ChangeView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir advice mode}. */
@Command(
    name = "mode",
    description = "Says which steps of the health rules are taken without asking.",
    mixinStandardHelpOptions = true)
final class AdviceModeCommand extends Listing {
  private static final String SETTING = "health";
  private static final Map<String, String> STEPS =
      Map.of(
          "ask-for-checkpoint", "ASK_FOR_CHECKPOINT",
          "drain-device", "DRAIN_DEVICE",
          "drain-node", "DRAIN_NODE",
          "reset-device", "RESET_DEVICE",
          "reset-device-when-idle", "RESET_DEVICE_WHEN_IDLE",
          "reboot-node", "REBOOT_NODE");

  /** How steps are taken. */
  enum Mode {
    automatic,
    ask,
    off
  }

  @Parameters(index = "0", paramLabel = "MODE", description = "automatic, ask or off.")
  private Mode mode = Mode.ask;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "NAME",
      description = "Rules (xid-79, temperature) or steps (drain-device); none = everything.")
  private List<String> names = new ArrayList<>();

  @Option(names = "--dry-run", description = "Only says what would change.")
  private boolean dryRun;

  AdviceModeCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    WeirClient client = client();
    ObjectNode setting = present(client);
    String word = mode.name().toUpperCase(Locale.ROOT);
    if (names.isEmpty()) {
      setting.put("all", word);
    }
    for (String name : names) {
      String step = STEPS.get(name);
      if (step == null) {
        setting.withObjectProperty("rules").put(name, word);
      } else {
        setting.withObjectProperty("steps").put(step, word);
      }
    }
    ChangeView change = client.putSetting(SETTING, setting, dryRun);
    if (json) {
      json(change);
    } else if (change.differences().isEmpty()) {
      say("nothing differs");
    } else {
      change.differences().forEach(this::say);
    }
    return ExitCode.DONE;
  }

  private static ObjectNode present(WeirClient client) {
    try {
      return client.setting(SETTING).value().deepCopy();
    } catch (Refused e) {
      if (e.status() == 404) {
        return JsonNodeFactory.instance.objectNode();
      }
      throw e;
    }
  }
}
