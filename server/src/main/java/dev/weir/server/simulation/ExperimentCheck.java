package dev.weir.server.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.api.wire.CheckedFile;
import dev.weir.api.wire.Problem.FieldError;
import dev.weir.server.problem.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Asks {@code weir check} whether an experiment is right: what reads experiments and traces is not
 * part of the server.
 */
final class ExperimentCheck {
  /** A trace of a million jobs is read in a tenth of it. */
  private static final int PATIENCE_SECONDS = 60;

  private static final int WRONG = 2;

  private final Path program;

  /**
   * @param program the installation's {@code weir}
   */
  ExperimentCheck(Path program) {
    this.program = program;
  }

  /**
   * Refuses what is no experiment, or names what is not there.
   *
   * @param folder where what is found is left
   * @param name of the file in problems
   */
  void require(Path experiment, Path folder, String name) throws IOException {
    Path found = folder.resolve("check.json");
    Path log = folder.resolve("check.log");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "check",
                "--kind",
                "experiment",
                "--json",
                experiment.toString())
            .directory(folder.toFile())
            .redirectOutput(found.toFile())
            .redirectError(log.toFile())
            .start();
    process.getOutputStream().close();
    int code = ended(process);
    if (code == 0) {
      return;
    }
    if (code != WRONG) {
      throw new IOException(
          "weir check ended with code " + code + ": " + Files.readString(log).strip());
    }
    throw Refusal.errors(errors(found, experiment, name));
  }

  private static int ended(Process process) {
    try {
      if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        return process.exitValue();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    throw Refusal.conflict(
        "the experiment could not be checked within "
            + PATIENCE_SECONDS
            + " s; nothing was started");
  }

  /** What was found, under the name that the file has for who sent it. */
  private static List<FieldError> errors(Path found, Path experiment, String name)
      throws IOException {
    CheckedFile[] files;
    try {
      files = Wire.lenient().readValue(Files.readString(found), CheckedFile[].class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("weir check wrote no JSON", e);
    }
    return files[0].errors().stream().map(e -> named(e, experiment, name)).toList();
  }

  private static FieldError named(FieldError e, Path experiment, String name) {
    return new FieldError(
        e.file().equals(experiment.toString()) ? name : e.file(),
        e.line(),
        e.column(),
        e.field(),
        e.message(),
        e.expected(),
        e.got(),
        e.nearest());
  }
}
