package dev.weir.cli.client;

import dev.weir.api.wire.TokenRequest;
import dev.weir.api.wire.TokenView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code weir tokens}. */
@Command(
    name = "tokens",
    description = "Lists the tokens, without their secrets.",
    mixinStandardHelpOptions = true,
    subcommands = {TokensCommand.Make.class, TokensCommand.Revoke.class})
final class TokensCommand extends Listing {
  TokensCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() {
    List<TokenView> tokens = client().tokens();
    if (json) {
      json(tokens);
      return ExitCode.DONE;
    }
    Table table = new Table("NAME", "USER", "MADE", "EXPIRES");
    for (TokenView token : tokens) {
      table.row(
          Show.harmless(token.name()),
          Show.harmless(token.user()),
          Show.time(token.createdAt()),
          Show.time(token.expiresAt()));
    }
    table.print(terminal);
    return ExitCode.DONE;
  }

  /** {@code weir tokens make}. */
  @Command(
      name = "make",
      description = "Makes a token and prints its secret, which is shown this once only.",
      mixinStandardHelpOptions = true)
  static final class Make extends Listing {
    @Parameters(paramLabel = "NAME", description = "Name of the token.")
    private String name = "";

    @Option(
        names = "--user",
        required = true,
        paramLabel = "USER",
        description = "Whose rights it has.")
    private String user = "";

    @Option(
        names = "--expires",
        paramLabel = "TIME",
        description = "A time in ISO 8601; never otherwise.")
    private Optional<Instant> expires = Optional.empty();

    Make(Terminal terminal) {
      super(terminal);
    }

    @Override
    public ExitCode run() {
      TokenView made = client().makeToken(new TokenRequest(name, user, expires));
      if (json) {
        json(made);
      } else {
        say(made.secret().orElse(""));
      }
      return ExitCode.DONE;
    }
  }

  /** {@code weir tokens revoke}. */
  @Command(name = "revoke", description = "Makes a token invalid.", mixinStandardHelpOptions = true)
  static final class Revoke extends ClientCommand {
    @Parameters(paramLabel = "NAME", description = "Name of the token.")
    private String name = "";

    Revoke(Terminal terminal) {
      super(terminal);
    }

    @Override
    public ExitCode run() {
      client().revokeToken(name);
      say("revoked " + name);
      return ExitCode.DONE;
    }
  }
}
