package dev.weir.checkpoint.detect;

import java.time.Instant;

/** What a detector says of one checkpoint. */
public sealed interface Completeness {

  /**
   * Everything is there.
   *
   * @param at the last change of its files, by the file system's clock
   */
  record Complete(Instant at) implements Completeness {}

  /** Nothing is missing, but somebody may still be writing: a later look decides. */
  record Unsettled(String reason) implements Completeness {}

  /** Something is missing, torn or refused. */
  record Incomplete(String reason) implements Completeness {}
}
