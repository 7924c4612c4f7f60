package dev.weir.cli.client;

import dev.weir.api.wire.ChangeView;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.terminal.Terminal;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.yaml.SourceText;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that replaces a document of the server. */
abstract class Applying extends Listing {
  @Parameters(paramLabel = "FILE", description = "The document, or - for the standard input.")
  private String file = "";

  @Option(names = "--dry-run", description = "Only says what would change.")
  private boolean dryRun;

  Applying(Terminal terminal) {
    super(terminal);
  }

  /** Sends it. */
  abstract ChangeView put(String text, boolean dry);

  @Override
  public ExitCode run() throws IOException {
    SourceText source =
        file.equals("-")
            ? SourceText.read("-", System.in, DocumentReader.MAX_BYTES)
            : SourceText.read(Path.of(file), DocumentReader.MAX_BYTES);
    ChangeView change = put(source.text(), dryRun);
    if (json) {
      json(change);
      return ExitCode.DONE;
    }
    change.differences().forEach(this::say);
    if (change.differences().isEmpty()) {
      say("nothing differs");
    } else if (!change.applied()) {
      say("nothing is changed yet (a dry run)");
    }
    return ExitCode.DONE;
  }
}
