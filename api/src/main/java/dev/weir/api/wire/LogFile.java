package dev.weir.api.wire;

import java.time.Instant;

/**
 * One log that can be read.
 *
 * @param stream {@code stdout} or {@code stderr}
 */
public record LogFile(
    int incarnation,
    String allocation,
    String role,
    int task,
    String stream,
    long bytes,
    Instant changedAt) {}
