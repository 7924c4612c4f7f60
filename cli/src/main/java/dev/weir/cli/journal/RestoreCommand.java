package dev.weir.cli.journal;

import dev.weir.cli.client.ServerOption;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.Subcommand;
import dev.weir.cli.terminal.Terminal;
import dev.weir.control.Journal;
import dev.weir.store.StoreConfig;
import dev.weir.store.sql.SqlStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir restore}: a store from a copy. */
@Command(
    name = "restore",
    description = {
      "Makes the store of a data folder from what weir backup wrote.",
      "The folder must hold no store, and no server may run there."
    },
    mixinStandardHelpOptions = true)
public final class RestoreCommand implements Subcommand {
  private final Terminal terminal;

  @Mixin private ServerOption server = new ServerOption();

  @Parameters(paramLabel = "FILE", description = "The backup.")
  private Path file = Path.of("");

  RestoreCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() throws IOException {
    Files.createDirectories(server.folder());
    Journal.Link head = SqlStore.restore(file, new StoreConfig.Sqlite(server.folder()));
    terminal
        .out()
        .printf(
            "restored %s: up to turn %d, head %s%n", server.folder(), head.sequence(), head.hash());
    return ExitCode.DONE;
  }
}
