package dev.weir.cli.client;

import dev.weir.cli.terminal.Terminal;
import picocli.CommandLine.Option;

/** A command whose answer people and programs read. */
abstract class Listing extends ClientCommand {
  @Option(names = "--json", description = "For programs: the answer of the API as it is.")
  boolean json;

  Listing(Terminal terminal) {
    super(terminal);
  }
}
