package dev.weir.cli.client;

import dev.weir.api.wire.ChangeView;
import dev.weir.api.wire.PolicyView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Command;

/** {@code weir policy}. */
@Command(
    name = "policy",
    description = "Shows the active policy as a policy file.",
    mixinStandardHelpOptions = true,
    subcommands = PolicyCommand.Apply.class)
final class PolicyCommand extends Listing {
  PolicyCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    if (json) {
      PolicyView policy = client().policy();
      json(policy);
    } else {
      terminal.out().print(Show.harmless(client().policyFile()));
    }
    return ExitCode.DONE;
  }

  /** {@code weir policy apply}. */
  @Command(
      name = "apply",
      description = "Replaces the policy by that of a policy file.",
      mixinStandardHelpOptions = true)
  static final class Apply extends Applying {
    Apply(Terminal terminal) {
      super(terminal);
    }

    @Override
    ChangeView put(String text, boolean dry) {
      return client().putPolicy(text, dry);
    }
  }
}
