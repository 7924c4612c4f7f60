package dev.weir.checkpoint;

import dev.weir.checkpoint.commit.Commits;
import dev.weir.checkpoint.commit.Manifest;
import dev.weir.checkpoint.detect.Candidate;
import dev.weir.checkpoint.detect.Completeness;
import dev.weir.checkpoint.detect.Detector;
import dev.weir.checkpoint.detect.Detectors;
import dev.weir.checkpoint.detect.Expected;
import dev.weir.checkpoint.detect.Inspection;
import dev.weir.checkpoint.look.Folder;
import dev.weir.checkpoint.look.Look;
import dev.weir.checkpoint.look.Stillness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The checkpoints of one job while it lives. The caller polls {@link #look} at its own pace, and
 * once more when all processes of the job are gone. Not safe for use by several threads.
 */
public final class CheckpointWatch {
  private static final String AUTO = "auto";

  private final Path directory;
  private final Commits commits;
  private final Subject subject;
  private final Duration quiet;
  private Optional<Stillness> stillness = Optional.empty();
  private Optional<Sighting> settled = Optional.empty();

  /**
   * Whose checkpoints are watched.
   *
   * @param framework name of a detector; empty to find out by looking
   * @param world processes that save together, if known
   */
  public record Subject(String job, Optional<String> framework, OptionalInt world) {
    /**
     * @throws IllegalArgumentException no detector has that name
     */
    public Subject {
      if (framework.isPresent() && Detectors.named(framework.get()).isEmpty()) {
        throw new IllegalArgumentException(
            "no detector '%s'; there are %s".formatted(framework.get(), Detectors.names()));
      }
    }

    /** As a job file says it, where {@code auto} stands for finding out. */
    public static Subject of(String job, String framework, OptionalInt world) {
      boolean named = !framework.equals(AUTO);
      return new Subject(job, named ? Optional.of(framework) : Optional.empty(), world);
    }
  }

  /**
   * What one look has shown.
   *
   * @param committed verified and recorded by this look
   * @param newest the newest verified one
   * @param candidates everything that looks like a checkpoint, by progress; what is not complete
   *     says why
   * @param remark for a person: why nothing can be told of this folder, or was discarded
   */
  public record Sighting(
      Optional<Manifest> committed,
      Optional<Manifest> newest,
      List<Candidate> candidates,
      Optional<String> remark) {}

  /**
   * @param directory where the job saves; need not exist yet
   * @param commits where verified ones are recorded
   * @param quiet see {@link Inspection#quiet}; usually {@link Inspection#USUAL_QUIET}
   */
  public CheckpointWatch(Path directory, Commits commits, Subject subject, Duration quiet) {
    this.directory = directory;
    this.commits = commits;
    this.subject = subject;
    this.quiet = quiet;
  }

  /** The records that this watch adds to. */
  public Commits commits() {
    return commits;
  }

  /**
   * Looks once; verifies and records the newest complete checkpoint if it is not recorded yet.
   *
   * @param now by the caller's clock
   * @param writersGone no process of the job is left, so nothing needs to stand still first
   * @throws IOException the folder cannot be read or the record not written
   */
  public Sighting look(Instant now, boolean writersGone) throws IOException {
    if (!Files.isDirectory(directory)) {
      return nothing("there is no folder " + directory + " yet");
    }
    Folder folder = Folder.of(directory);
    Look look = Look.of(folder, now);
    Stillness still = stillness.map(s -> s.next(look)).orElseGet(() -> Stillness.first(look));
    boolean moved = stillness.isEmpty() || !stillness.get().now().entries().equals(look.entries());
    stillness = Optional.of(still);
    // Nothing moved since everything was judged for good: the answer is the same.
    if (!moved && settled.isPresent()) {
      return settled.get();
    }
    Duration wanted = writersGone ? Duration.ZERO : quiet;
    Sighting sighting = judge(new Inspection(folder, still, wanted, expected()));
    settled = isFinal(sighting) ? Optional.of(sameAgain(sighting)) : Optional.empty();
    return sighting;
  }

  private Sighting judge(Inspection inspection) throws IOException {
    Optional<Detector> detector = subject.framework().flatMap(Detectors::named);
    if (detector.isEmpty()) {
      switch (Detectors.recognise(inspection.now())) {
        case Detectors.Recognition.Known known -> detector = Optional.of(known.detector());
        case Detectors.Recognition.Unsupported unsupported -> {
          return nothing(
              "checkpoints of %s cannot be judged yet".formatted(unsupported.framework()));
        }
        case Detectors.Recognition.Nothing() -> {
          return nothing("no checkpoint is there yet");
        }
      }
    }
    List<Candidate> candidates = detector.get().candidates(inspection);
    Optional<Candidate> fresh =
        candidates.reversed().stream().filter(Candidate::complete).filter(this::isNews).findFirst();
    if (fresh.isEmpty()) {
      return new Sighting(Optional.empty(), commits.newest(), candidates, Optional.empty());
    }
    return switch (commits.commit(
        inspection.folder(), inspection.now(), fresh.get(), subject.job(), subject.world())) {
      case Commits.Outcome.Committed(Manifest manifest) ->
          new Sighting(Optional.of(manifest), Optional.of(manifest), candidates, Optional.empty());
      case Commits.Outcome.Discarded(String reason) ->
          new Sighting(Optional.empty(), commits.newest(), candidates, Optional.of(reason));
    };
  }

  /** Not recorded yet, and further or later than what is. */
  private boolean isNews(Candidate candidate) {
    Instant at = candidate.completeness() instanceof Completeness.Complete c ? c.at() : Instant.MIN;
    if (commits.knows(candidate)) {
      return false;
    }
    return commits
        .newest()
        .map(
            newest ->
                at.isAfter(newest.completeAt())
                    || candidate.step().orElse(-1) > newest.step().orElse(-1))
        .orElse(true);
  }

  private Sighting nothing(String remark) {
    return new Sighting(Optional.empty(), commits.newest(), List.of(), Optional.of(remark));
  }

  private static Sighting sameAgain(Sighting sighting) {
    return new Sighting(
        Optional.empty(), sighting.newest(), sighting.candidates(), sighting.remark());
  }

  private static boolean isFinal(Sighting sighting) {
    return sighting.remark().isEmpty()
        && sighting.candidates().stream()
            .noneMatch(c -> c.completeness() instanceof Completeness.Unsettled);
  }

  private Expected expected() {
    Optional<Manifest> newest = commits.newest();
    OptionalLong bytes =
        newest.isPresent() ? OptionalLong.of(newest.get().bytes()) : OptionalLong.empty();
    return new Expected(subject.world(), bytes);
  }
}
