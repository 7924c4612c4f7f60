package dev.weir.api.wire;

import java.time.Instant;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Measured over a time.
 *
 * @param compute part of the time in which the devices computed, 0 to 1
 * @param memory part of the devices' memory in use, 0 to 1
 * @param powerWatts of all its devices
 * @param cpu cores in use
 * @param memoryBytes main memory in use
 */
public record UtilisationView(
    Instant from,
    Instant until,
    OptionalDouble compute,
    OptionalDouble memory,
    OptionalDouble powerWatts,
    OptionalDouble cpu,
    OptionalLong memoryBytes) {}
