package dev.weir.api.wire;

import java.time.Instant;
import java.util.Optional;

/**
 * Something that happened to a job.
 *
 * @param sequence turn of the journal
 * @param what name of the fact or decision, such as {@code AllocationStarted}
 * @param text for people
 * @param by who stated it
 */
public record TimelineEntry(
    long sequence,
    Instant at,
    String what,
    String text,
    Optional<String> by,
    Optional<Integer> incarnation) {}
