package dev.weir.model.unit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;

/**
 * The number grammar shared by all units: a plain decimal and a suffix, as in Kubernetes quantities
 * ({@code 80Gi}, {@code 500m}, {@code 1e3}). Source: Kubernetes API conventions, resource
 * quantities. Results are rounded up to the next whole unit, never down.
 */
final class Quantity {
  private static final Map<String, BigDecimal> SUFFIXES =
      Map.ofEntries(
          Map.entry("n", new BigDecimal("0.000000001")),
          Map.entry("u", new BigDecimal("0.000001")),
          Map.entry("m", new BigDecimal("0.001")),
          Map.entry("", BigDecimal.ONE),
          Map.entry("k", BigDecimal.valueOf(1_000L)),
          Map.entry("K", BigDecimal.valueOf(1_000L)),
          Map.entry("M", BigDecimal.valueOf(1_000_000L)),
          Map.entry("G", BigDecimal.valueOf(1_000_000_000L)),
          Map.entry("T", BigDecimal.valueOf(1_000_000_000_000L)),
          Map.entry("P", BigDecimal.valueOf(1_000_000_000_000_000L)),
          Map.entry("Ki", BigDecimal.valueOf(1L << 10)),
          Map.entry("Mi", BigDecimal.valueOf(1L << 20)),
          Map.entry("Gi", BigDecimal.valueOf(1L << 30)),
          Map.entry("Ti", BigDecimal.valueOf(1L << 40)),
          Map.entry("Pi", BigDecimal.valueOf(1L << 50)));

  private Quantity() {}

  /**
   * Reads {@code text} and returns it in units of {@code 1 / perUnit}, rounded up.
   *
   * @throws IllegalArgumentException when the text is not such a number, is negative or too large
   */
  static long parse(String text, long perUnit, String expected) {
    String t = text.strip();
    int end = t.length();
    while (end > 0 && Character.isLetter(t.charAt(end - 1))) {
      end--;
    }
    String suffix = t.substring(end);
    BigDecimal scale = SUFFIXES.get(suffix);
    String digits = t.substring(0, end);
    if (scale == null || !digits.matches("[0-9]*\\.?[0-9]+([eE][+-]?[0-9]{1,2})?")) {
      throw new IllegalArgumentException("\"" + text + "\" is not " + expected);
    }
    BigDecimal value = new BigDecimal(digits).multiply(scale).multiply(BigDecimal.valueOf(perUnit));
    try {
      return value.setScale(0, RoundingMode.CEILING).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("\"" + text + "\" is too large", e);
    }
  }
}
