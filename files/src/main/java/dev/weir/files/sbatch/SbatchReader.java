package dev.weir.files.sbatch;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.document.JobFile;
import dev.weir.files.yaml.SourceText;

/** Reads batch scripts of Slurm: {@code SbatchReader.read(source, submitter)}. */
public final class SbatchReader {
  private static final DocumentReader<JobFile> JOBS = DocumentReader.of(JobFile.class);

  private SbatchReader() {}

  /** Whether the text is a script and not a job file. */
  public static boolean isScript(String text) {
    return text.startsWith("#!");
  }

  /**
   * The job that the script asks for.
   *
   * @throws InvalidDocument with every directive that cannot be had
   */
  public static Batch read(SourceText source, Submitter submitter) {
    Script script = new Script(source);
    Settings set = new Settings(source.name(), script);
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    Translation translation = new Translation(set, submitter, document);
    translation.run(source.name(), script.text());
    if (!set.problems().isEmpty()) {
      throw new InvalidDocument(set.problems());
    }
    return new Batch(
        document,
        JOBS.read(source.name(), document.toString()),
        set.notices(),
        translation.singleton(),
        set.has("wait"));
  }
}
