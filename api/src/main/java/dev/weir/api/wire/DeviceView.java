package dev.weir.api.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A device.
 *
 * @param number position on its node
 * @param uuid the vendor's identity, when known
 * @param reason why it is not healthy, or is drained
 * @param draining it takes no new task, and those that run on it are moved
 * @param mode {@code WHOLE}, {@code SHARED}, {@code MIG} or {@code FREE}: how it is used now
 * @param used charged part, 0 to 1
 * @param isolation how a fraction is kept in its bounds: {@code ENFORCED}, {@code UNENFORCED},
 *     {@code NONE}
 * @param utilisation newest sample; absent when nobody measures it
 */
public record DeviceView(
    String node,
    int number,
    String model,
    String vendor,
    long memoryBytes,
    Optional<String> uuid,
    boolean healthy,
    Optional<String> reason,
    boolean draining,
    String mode,
    double used,
    List<String> jobs,
    String isolation,
    Optional<Sample> utilisation) {
  public DeviceView {
    jobs = List.copyOf(jobs);
  }

  /** A sample of a device; each figure is absent when the vendor's tool does not give it. */
  public record Sample(
      Instant at,
      OptionalDouble compute,
      OptionalLong memoryUsedBytes,
      OptionalDouble temperatureCelsius,
      OptionalDouble powerWatts) {}
}
