package dev.weir.api.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a person or program stated.
 *
 * @param via the request or tool
 * @param facts what was stated, in words
 * @param hash link of the journal's chain that holds it
 */
public record AuditRow(
    long sequence,
    Instant at,
    String by,
    String via,
    Optional<String> key,
    List<String> facts,
    String hash) {
  public AuditRow {
    facts = List.copyOf(facts);
  }
}
