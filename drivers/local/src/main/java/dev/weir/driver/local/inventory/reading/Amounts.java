package dev.weir.driver.local.inventory.reading;

import dev.weir.model.unit.Bytes;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;

/** Amounts of memory as tools print them. */
public final class Amounts {
  /** More than this on one device is damage, not memory. */
  private static final long MOST = 1L << 50;

  private Amounts() {}

  /**
   * Bytes per unit. The tools of AMD and Huawei write MB and mean 1024 × 1024 bytes, as a 64 GiB
   * card shows that they call 65536 MB.
   */
  public static Optional<Long> factor(String unit) {
    return switch (unit) {
      case "B", "" -> Optional.of(1L);
      case "KiB", "KB" -> Optional.of(1L << 10);
      case "MiB", "MB" -> Optional.of(1L << 20);
      case "GiB", "GB" -> Optional.of(1L << 30);
      default -> Optional.empty();
    };
  }

  /** The amount in bytes, rounded down to a whole byte; nothing when no device has so much. */
  public static Optional<Bytes> of(BigDecimal number, long factor) {
    BigDecimal bytes = number.multiply(BigDecimal.valueOf(factor)).setScale(0, RoundingMode.FLOOR);
    boolean possible = bytes.signum() >= 0 && bytes.compareTo(BigDecimal.valueOf(MOST)) <= 0;
    return possible ? Optional.of(new Bytes(bytes.longValueExact())) : Optional.empty();
  }
}
