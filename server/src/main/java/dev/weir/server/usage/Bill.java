package dev.weir.server.usage;

import dev.weir.api.wire.PriceBook;
import dev.weir.api.wire.PriceBook.CarbonPoint;
import dev.weir.api.wire.PriceBook.DevicePrice;
import dev.weir.api.wire.UsageRow;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Adds up device-time and what it costs. Without a price book nothing is priced; device-time for
 * which the book has no price, no watts or no carbon intensity makes that sum absent, because a sum
 * that leaves something out is wrong.
 */
final class Bill {
  private static final long HOUR = 3_600_000;

  private final Optional<PriceBook> book;
  private double deviceSeconds;
  private double cost;
  private double wattHours;
  private double grams;
  private boolean priced;
  private boolean metered;
  private boolean weighed;

  Bill(Optional<PriceBook> book) {
    this.book = book;
    priced = book.isPresent();
    metered = book.isPresent();
    weighed = book.isPresent();
  }

  /** Devices held over a time. */
  void add(String model, String domain, long from, long until, double devices) {
    for (long at = from; at < until; ) {
      long end = Math.min(until, (Math.floorDiv(at, HOUR) + 1) * HOUR);
      addWithinHour(model, domain, at, devices * (end - at) / HOUR);
      at = end;
    }
  }

  /** Device-hours of one hour of the clock. */
  void addWithinHour(String model, String domain, long at, double deviceHours) {
    deviceSeconds += deviceHours * 3600;
    if (book.isEmpty() || deviceHours == 0) {
      return;
    }
    Optional<DevicePrice> price = price(model, domain, at);
    if (price.isEmpty()) {
      priced = false;
      metered = false;
      weighed = false;
      return;
    }
    cost += deviceHours * price.get().perDeviceHour();
    if (price.get().watts().isEmpty()) {
      metered = false;
      weighed = false;
      return;
    }
    double energy = deviceHours * price.get().watts().getAsDouble();
    wattHours += energy;
    OptionalDouble intensity = intensity(domain, at);
    weighed &= intensity.isPresent();
    grams += energy / 1000 * intensity.orElse(0);
  }

  private Optional<DevicePrice> price(String model, String domain, long at) {
    int hour = Instant.ofEpochMilli(at).atZone(ZoneOffset.UTC).getHour();
    return book.orElseThrow().devices().stream()
        .filter(p -> p.model().equals("*") || p.model().equals(model))
        .filter(p -> p.region().filter(r -> !r.equals(domain)).isEmpty())
        .filter(p -> hour >= p.fromHour().orElse(0) && hour < p.untilHour().orElse(24))
        .findFirst();
  }

  private OptionalDouble intensity(String domain, long at) {
    return book.orElseThrow().carbon().stream()
        .filter(c -> c.region().filter(r -> !r.equals(domain)).isEmpty())
        .filter(c -> c.from().toEpochMilli() <= at)
        .reduce((a, b) -> b.from().isBefore(a.from()) ? a : b)
        .map(CarbonPoint::gramsPerKwh)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  UsageRow row(String key, OptionalDouble cpuSeconds, OptionalDouble memoryGibSeconds) {
    return new UsageRow(
        key,
        deviceSeconds,
        cpuSeconds,
        memoryGibSeconds,
        priced
            ? Optional.of(new UsageRow.Money(cost, book.orElseThrow().currency()))
            : Optional.empty(),
        metered ? OptionalDouble.of(wattHours) : OptionalDouble.empty(),
        weighed ? OptionalDouble.of(grams) : OptionalDouble.empty());
  }
}
