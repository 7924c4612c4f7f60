package dev.weir.model.verdict;

import java.util.Optional;

/**
 * Why a job does not start.
 *
 * @param blocker the first thing that stands in the way, with its numbers
 * @param unblock the smallest change that would remove it, when one is known
 */
public record Verdict(Blocker blocker, Optional<Change> unblock) {
  public Verdict(Blocker blocker) {
    this(blocker, Optional.empty());
  }

  public Verdict(Blocker blocker, Change change) {
    this(blocker, Optional.of(change));
  }

  /** One sentence for people. */
  public String sentence() {
    return unblock.map(c -> blocker.sentence() + "; " + c.sentence()).orElse(blocker.sentence());
  }
}
