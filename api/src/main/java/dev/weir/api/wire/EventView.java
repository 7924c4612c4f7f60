package dev.weir.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;

/**
 * A public event of the journal.
 *
 * @param id where to go on: hand it back as {@code Last-Event-ID}
 * @param sequence turn of the journal
 * @param what name of the fact or decision
 * @param job the job that it concerns
 * @param data the fact or decision
 */
public record EventView(
    String id,
    long sequence,
    Instant at,
    String what,
    Optional<String> job,
    Optional<String> text,
    JsonNode data) {}
