package dev.weir.checkpoint.protocol;

import java.time.Instant;

/**
 * The wish for a checkpoint.
 *
 * @param deadline until when it must be complete to be of use
 * @param minStep a checkpoint of this step or a later one answers the wish; 0 = any
 */
public record CheckpointRequest(Instant deadline, long minStep) {}
