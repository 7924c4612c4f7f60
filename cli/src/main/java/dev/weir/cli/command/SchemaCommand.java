package dev.weir.cli.command;

import dev.weir.cli.terminal.Table;
import dev.weir.cli.terminal.Terminal;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.document.ClusterFile;
import dev.weir.files.document.JobFile;
import dev.weir.files.document.PolicyFile;
import dev.weir.files.document.QueuesFile;
import dev.weir.files.schema.JsonSchema;
import dev.weir.model.doc.Doc;
import dev.weir.simulator.experiment.ExperimentFile;
import dev.weir.simulator.scenario.ScenarioFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code weir schema}: the JSON Schema of a document, made from the record that reads it. */
@Command(
    name = "schema",
    description = "Print the JSON Schema of a document, or list the documents.",
    mixinStandardHelpOptions = true)
final class SchemaCommand implements Subcommand {
  private static final Map<String, DocumentReader<?>> DOCUMENTS = new LinkedHashMap<>();

  static {
    DOCUMENTS.put("job", DocumentReader.of(JobFile.class));
    DOCUMENTS.put("cluster", DocumentReader.of(ClusterFile.class));
    DOCUMENTS.put("queues", DocumentReader.of(QueuesFile.class));
    DOCUMENTS.put("policy", DocumentReader.of(PolicyFile.class));
    DOCUMENTS.put("experiment", ExperimentFile.reader());
    DOCUMENTS.put("scenario", DocumentReader.of(ScenarioFile.class));
  }

  private final Terminal terminal;

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "DOCUMENT",
      description = "The document; without it, all are listed.")
  private Optional<String> document = Optional.empty();

  /** Picocli sets the fields. */
  @SuppressWarnings("NullAway.Init")
  SchemaCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public ExitCode run() {
    if (document.isEmpty()) {
      list();
      return ExitCode.DONE;
    }
    DocumentReader<?> reader = DOCUMENTS.get(document.get());
    if (reader == null) {
      throw Refusals.unknown(spec, "document", document.get(), DOCUMENTS.keySet());
    }
    terminal.out().println(JsonSchema.of(reader).toPrettyString());
    return ExitCode.DONE;
  }

  private void list() {
    Table table = new Table("DOCUMENT", "WHAT IT IS");
    DOCUMENTS.forEach(
        (name, reader) -> {
          Optional<Doc> doc = Optional.ofNullable(reader.type().getAnnotation(Doc.class));
          table.row(name, doc.map(Doc::value).orElse(""));
        });
    table.print(terminal);
  }
}
