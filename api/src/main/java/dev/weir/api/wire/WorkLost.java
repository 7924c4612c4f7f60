package dev.weir.api.wire;

/**
 * Run time that had to be done again.
 *
 * @param millis over all stops and faults so far
 * @param savedMillis run time kept in complete checkpoints, ms
 */
public record WorkLost(long millis, int stops, long savedMillis) {}
