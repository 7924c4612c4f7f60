package dev.weir.cli.journal;

import dev.weir.cli.client.ServerOption;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.Subcommand;
import dev.weir.cli.terminal.Terminal;
import dev.weir.control.Journal;
import dev.weir.store.StoreConfig;
import dev.weir.store.sql.SqlStore;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code weir backup}: a copy of the store. */
@Command(
    name = "backup",
    description = {
      "Writes a verified copy of the store to a file, while the server goes on.",
      "Checkpoints and logs of jobs, and what was measured, are not in it."
    },
    mixinStandardHelpOptions = true)
public final class BackupCommand implements Subcommand {
  private final Terminal terminal;

  @Mixin private ServerOption server = new ServerOption();

  @Parameters(paramLabel = "FILE", description = "Must not exist.")
  private Path file = Path.of("");

  BackupCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() {
    try (SqlStore store = SqlStore.inspect(new StoreConfig.Sqlite(server.folder()))) {
      Journal.Link head = store.backup(file.toAbsolutePath());
      terminal
          .out()
          .printf("wrote %s: up to turn %d, head %s%n", file, head.sequence(), head.hash());
    }
    return ExitCode.DONE;
  }
}
