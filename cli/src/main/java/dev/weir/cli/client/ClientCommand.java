package dev.weir.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.weir.api.Wire;
import dev.weir.api.client.WeirClient;
import dev.weir.cli.command.Subcommand;
import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that talks to a server. */
abstract class ClientCommand implements Subcommand {
  final Terminal terminal;

  @Mixin ServerOption server = new ServerOption();

  @Spec CommandSpec spec;

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  ClientCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  WeirClient client() {
    return server.client();
  }

  /** For programs: the wire record as it is. */
  void json(Object record) {
    try {
      terminal
          .out()
          .println(
              Wire.strict()
                  .writer()
                  .with(SerializationFeature.INDENT_OUTPUT)
                  .writeValueAsString(record));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a wire record: " + record.getClass(), e);
    }
  }

  void say(String line) {
    terminal.out().println(Show.harmless(line));
  }

  ParameterException wrong(String what) {
    return new ParameterException(spec.commandLine(), what);
  }
}
