package dev.weir.api.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a person or program stated.
 *
 * @param sequence turn of the journal whose hash proves it
 * @param via the request or tool
 * @param key idempotency key of the request
 * @param facts what was stated, in short
 */
public record AuditRow(
    long sequence, Instant at, String by, String via, Optional<String> key, List<String> facts) {
  public AuditRow {
    facts = List.copyOf(facts);
  }
}
