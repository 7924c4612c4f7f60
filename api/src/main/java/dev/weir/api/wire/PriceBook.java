package dev.weir.api.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Where cost, energy and carbon come from. The first rule that fits a device, its region and the
 * hour holds.
 *
 * @param currency such as {@code EUR}
 * @param carbon grams of CO2 per kWh, as a series; the newest entry before a moment holds
 */
public record PriceBook(String currency, List<DevicePrice> devices, List<CarbonPoint> carbon) {
  public PriceBook {
    devices = List.copyOf(devices);
    carbon = List.copyOf(carbon);
  }

  /**
   * A price.
   *
   * @param model device model; {@code *} = any
   * @param region name of the domain; absent = any
   * @param fromHour first hour of the day in UTC, 0 to 23
   * @param untilHour first hour after it, 1 to 24
   * @param perDeviceHour price of a whole device for an hour
   * @param watts of a device in use
   */
  public record DevicePrice(
      String model,
      Optional<String> region,
      OptionalInt fromHour,
      OptionalInt untilHour,
      double perDeviceHour,
      OptionalDouble watts) {}

  /** Carbon intensity from a moment on. */
  public record CarbonPoint(Instant from, Optional<String> region, double gramsPerKwh) {}
}
