package dev.weir.control;

import java.util.Optional;

/**
 * Who stated some of a turn's facts, for the audit log; not seen by the engine.
 *
 * @param by name of the person or program
 * @param via the request or tool, such as {@code POST /api/v1/jobs}
 * @param key idempotency key of the request: the same key again gets the first answer
 * @param first position of the first fact in the turn
 * @param count number of facts
 */
public record Origin(String by, String via, Optional<String> key, int first, int count) {
  /** Before the facts have their places in a turn. */
  public static Origin of(String by, String via, Optional<String> key) {
    return new Origin(by, via, key, 0, 0);
  }

  Origin at(int position, int facts) {
    return new Origin(by, via, key, position, facts);
  }
}
