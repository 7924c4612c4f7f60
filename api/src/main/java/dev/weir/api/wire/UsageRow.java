package dev.weir.api.wire;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Metered usage.
 *
 * @param key job, queue, user or device model, as asked
 * @param deviceSeconds charged device-time, from the decision to start until the end
 * @param cpuSeconds charged core-time; for single jobs only
 * @param memoryGibSeconds charged memory-time; for single jobs only
 * @param cost in the price book's currency; absent when none is configured
 * @param energyWattHours by the price book's figures for the device models; absent likewise
 * @param carbonGrams by the price book's carbon intensity; absent likewise
 */
public record UsageRow(
    String key,
    double deviceSeconds,
    OptionalDouble cpuSeconds,
    OptionalDouble memoryGibSeconds,
    Optional<Money> cost,
    OptionalDouble energyWattHours,
    OptionalDouble carbonGrams) {
  /** An amount of a currency. */
  public record Money(double amount, String currency) {}
}
