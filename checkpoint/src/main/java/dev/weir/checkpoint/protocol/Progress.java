package dev.weir.checkpoint.protocol;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How far a job says it is.
 *
 * @param of steps in all
 * @param samplesPerSecond as the job measured it
 * @param phase what it is doing, such as warm-up, train or evaluate
 * @param at by the job's clock
 */
public record Progress(
    long step,
    OptionalLong of,
    OptionalDouble samplesPerSecond,
    Optional<String> phase,
    Optional<Instant> at) {}
