package dev.weir.api.wire;

import java.time.Instant;
import java.util.Optional;

/**
 * A token to be made.
 *
 * @param name of the token
 * @param user whose rights it has
 * @param expiresAt absent = never
 */
public record TokenRequest(String name, String user, Optional<Instant> expiresAt) {}
