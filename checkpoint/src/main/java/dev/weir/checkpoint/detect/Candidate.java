package dev.weir.checkpoint.detect;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/**
 * One checkpoint in a folder, complete or not.
 *
 * @param framework name of the detector that found it
 * @param name the file or folder that the job loads, relative to the watched folder
 * @param step training step, where file names or contents tell it
 * @param files all files that belong to it, sorted
 * @param bytes their size together
 * @param inPlace the next save writes onto these same files, so that a copy must be kept
 */
public record Candidate(
    String framework,
    String name,
    OptionalLong step,
    List<String> files,
    long bytes,
    boolean inPlace,
    Completeness completeness) {

  /** From the least to the most progress; of the same step, the one completed later is newer. */
  public static final Comparator<Candidate> BY_PROGRESS =
      Comparator.<Candidate>comparingLong(candidate -> candidate.step().orElse(-1))
          .thenComparing(Candidate::completedAt)
          .thenComparing(Candidate::name);

  public Candidate {
    files = files.stream().sorted().toList();
  }

  /** Whether nothing is missing and nothing moves. */
  public boolean complete() {
    return completeness instanceof Completeness.Complete;
  }

  private java.time.Instant completedAt() {
    return completeness instanceof Completeness.Complete complete
        ? complete.at()
        : java.time.Instant.MIN;
  }

  Candidate with(Completeness other) {
    return new Candidate(framework, name, step, files, bytes, inPlace, other);
  }
}
