package dev.weir.cli.client;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.Subcommand;
import dev.weir.cli.terminal.Style;
import dev.weir.cli.terminal.Terminal;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code weir doctor}: what this machine has and lacks. */
@Command(
    name = "doctor",
    description = "Looks at this machine and says what is missing and how to get it.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:all that is needed is there", "1:something that is needed is missing"})
final class DoctorCommand implements Subcommand {
  private final Terminal terminal;

  @Mixin private ServerOption server = new ServerOption();

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() throws InterruptedException {
    List<Finding> findings = new Examination(server.folder()).all();
    if (json) {
      terminal.out().println(json(findings).toPrettyString());
    } else {
      findings.forEach(this::tell);
    }
    boolean missing = findings.stream().anyMatch(f -> f.grade() == Finding.Grade.MISSING);
    return missing ? ExitCode.FAILED : ExitCode.DONE;
  }

  private static ArrayNode json(List<Finding> findings) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (Finding finding : findings) {
      all.addObject()
          .put("what", finding.what())
          .put("grade", Show.word(finding.grade()))
          .put("found", finding.found())
          .put("advice", finding.advice());
    }
    return all;
  }

  private void tell(Finding finding) {
    String word =
        switch (finding.grade()) {
          case GOOD -> terminal.paint(Style.GREEN, "good   ");
          case ABSENT -> terminal.paint(Style.DIM, "absent ");
          case POOR -> terminal.paint(Style.YELLOW, "poor   ");
          case MISSING -> terminal.paint(Style.RED, "missing");
        };
    terminal
        .out()
        .println("%s  %-18s %s".formatted(word, finding.what(), Show.harmless(finding.found())));
    if (!finding.advice().isEmpty()) {
      terminal.out().println(" ".repeat(28) + "-> " + finding.advice());
    }
  }
}
