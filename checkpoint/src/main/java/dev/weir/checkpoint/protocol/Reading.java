package dev.weir.checkpoint.protocol;

import java.util.Optional;

/** What was found where a job may have written something. */
public sealed interface Reading<T> {

  /** The file is not there. */
  record Absent<T>() implements Reading<T> {}

  /** Something is there, but not what the protocol says. */
  record Garbled<T>(String reason) implements Reading<T> {}

  /** A file of the protocol. */
  record Present<T>(T value) implements Reading<T> {}

  /** The value, if there is one. */
  default Optional<T> present() {
    return this instanceof Present<T>(T value) ? Optional.of(value) : Optional.empty();
  }
}
