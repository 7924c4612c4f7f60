package dev.weir.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A simulation: the real engine on an experiment file, in a process of its own.
 *
 * @param state {@code RUNNING}, {@code DONE}, {@code FAILED} or {@code CANCELLED}
 * @param done part that is done, 0 to 1; absent before the first report
 * @param result what the run reports
 * @param error why it failed
 */
public record SimulationView(
    String id,
    String name,
    String by,
    String state,
    Instant startedAt,
    Optional<Instant> endedAt,
    OptionalDouble done,
    Optional<String> message,
    Optional<JsonNode> result,
    Optional<String> error) {
  public SimulationView {
    result = result.filter(r -> !r.isNull()); // how Jackson reads a tree that is absent
  }
}
