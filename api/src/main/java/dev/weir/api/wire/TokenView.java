package dev.weir.api.wire;

import java.time.Instant;
import java.util.Optional;

/**
 * A token.
 *
 * @param secret only in the answer to the request that made it
 */
public record TokenView(
    String name,
    String user,
    Instant createdAt,
    Optional<Instant> expiresAt,
    Optional<String> secret) {}
