package dev.weir.checkpoint.commit;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The record of one verified checkpoint.
 *
 * @param sequence larger is newer; numbered from 1 for each job
 * @param job whose checkpoint it is
 * @param step training step, where it is known
 * @param world processes that saved together, where it is known
 * @param framework name of the detector
 * @param root absolute folder that {@code name} and the files are relative to
 * @param name the file or folder to resume from
 * @param kept the files are a copy of ours, which no save of the job changes
 * @param completeAt last change of the files, by their file system's clock
 * @param committedAt when it was recorded, by the caller's clock
 */
public record Manifest(
    long sequence,
    String job,
    OptionalLong step,
    OptionalInt world,
    String framework,
    Path root,
    String name,
    boolean kept,
    Instant completeAt,
    Instant committedAt,
    List<StoredFile> files) {

  /**
   * One file of a checkpoint.
   *
   * @param modified its time when it was hashed
   * @param sha256 in hexadecimal
   */
  public record StoredFile(String name, long bytes, Instant modified, String sha256) {}

  public Manifest {
    files = List.copyOf(files);
  }

  /** What a job is told to resume from. */
  public Path path() {
    return root.resolve(name);
  }

  /** Size of all files together. */
  public long bytes() {
    return files.stream().mapToLong(StoredFile::bytes).sum();
  }
}
