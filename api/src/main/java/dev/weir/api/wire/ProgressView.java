package dev.weir.api.wire;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a job says of itself.
 *
 * @param step done
 * @param of steps in all
 * @param samplesPerSecond as the job says
 * @param phase such as {@code train}
 * @param fraction done, 0 to 1
 */
public record ProgressView(
    Instant at,
    OptionalLong step,
    OptionalLong of,
    OptionalDouble samplesPerSecond,
    Optional<String> phase,
    OptionalDouble fraction) {}
