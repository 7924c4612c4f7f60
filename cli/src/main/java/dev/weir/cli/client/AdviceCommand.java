package dev.weir.cli.client;

import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.AdviceView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir advice}. */
@Command(
    name = "advice",
    description = "Lists what the health rules did and what they ask for.",
    mixinStandardHelpOptions = true,
    subcommands = {
      AdviceCommand.Approve.class,
      AdviceCommand.Dismiss.class,
      AdviceModeCommand.class
    })
final class AdviceCommand extends Listing {
  @Option(names = "--all", description = "Also what is over.")
  private boolean all;

  AdviceCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    List<AdviceView> advice = client().advice(all);
    if (json) {
      json(advice);
      return ExitCode.DONE;
    }
    if (advice.isEmpty()) {
      say(all ? "no rule ever applied" : "nothing is asked, and no step of a rule is in force");
      return ExitCode.DONE;
    }
    Table table = new Table("ID", "AT", "WHERE", "STEP", "STATE", "REASON");
    advice.forEach(
        a ->
            table.row(
                a.id(),
                Show.time(a.at()),
                Show.harmless(where(a)),
                word(a.step()),
                state(a),
                Show.harmless(a.reason())));
    table.print(terminal);
    advice.stream().filter(a -> a.state().equals("REQUESTED")).forEach(this::request);
    return ExitCode.DONE;
  }

  private void request(AdviceView advice) {
    advice
        .command()
        .ifPresent(
            command ->
                say(
                    "run  %s  on %s, then  weir advice approve %s"
                        .formatted(command, advice.node(), advice.id())));
  }

  static String where(AdviceView advice) {
    return advice.node() + (advice.device().isPresent() ? "/" + advice.device().getAsInt() : "");
  }

  static String word(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String state(AdviceView advice) {
    return word(advice.state())
        + advice.decidedBy().map(by -> " by " + by).orElse("")
        + (advice.state().equals("IN_FORCE") && advice.recoveredAt().isPresent()
            ? ", recovered"
            : "");
  }

  /** A person's answer to advice. */
  abstract static class Decision extends Listing {
    @Parameters(arity = "1..*", paramLabel = "ID", description = "Numbers of the advice.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the advice.")
    Optional<String> reason = Optional.empty();

    Decision(Terminal terminal) {
      super(terminal);
    }

    abstract AdviceView decide(WeirClient client, String id);

    @Override
    public ExitCode run() {
      WeirClient client = client();
      List<AdviceView> decided = new ArrayList<>();
      for (String id : ids) {
        AdviceView advice = decide(client, id);
        decided.add(advice);
        if (!json) {
          say(
              "%s: %s of %s is %s"
                  .formatted(
                      advice.id(), word(advice.step()), where(advice), word(advice.state())));
        }
      }
      if (json) {
        json(decided);
      }
      return ExitCode.DONE;
    }
  }

  /** {@code weir advice approve}. */
  @Command(
      name = "approve",
      description = "Takes the steps that are asked for, or says that a requested command was run.",
      mixinStandardHelpOptions = true)
  static final class Approve extends Decision {
    Approve(Terminal terminal) {
      super(terminal);
    }

    @Override
    AdviceView decide(WeirClient client, String id) {
      return client.approve(id, reason);
    }
  }

  /** {@code weir advice dismiss}. */
  @Command(
      name = "dismiss",
      description = "Does not take the steps that are asked for.",
      mixinStandardHelpOptions = true)
  static final class Dismiss extends Decision {
    Dismiss(Terminal terminal) {
      super(terminal);
    }

    @Override
    AdviceView decide(WeirClient client, String id) {
      return client.dismiss(id, reason);
    }
  }
}
