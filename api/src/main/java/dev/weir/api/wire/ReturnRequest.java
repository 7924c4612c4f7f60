package dev.weir.api.wire;

import java.util.Optional;

/**
 * A device takes tasks again.
 *
 * @param force also when it has not recovered yet
 */
public record ReturnRequest(Optional<Boolean> force) {}
