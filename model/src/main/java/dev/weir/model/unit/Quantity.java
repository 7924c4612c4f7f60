package dev.weir.model.unit;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The number grammar shared by all units: a plain decimal and a suffix, as in Kubernetes quantities
 * ({@code 80Gi}, {@code 500m}, {@code 1e3}). Source: Kubernetes API conventions, resource
 * quantities. Results are rounded up to the next whole unit, never down.
 */
final class Quantity {
  private static final Pattern NUMBER = Pattern.compile("[0-9]*\\.?[0-9]+([eE][+-]?[0-9]{1,2})?");

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
    Optional<BigDecimal> scale = scale(suffix);
    String digits = t.substring(0, end);
    // An exponent and a suffix exclude each other, as in Kubernetes: 1e3Mi is a slip of the hand.
    boolean twoScales = !suffix.isEmpty() && (digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0);
    if (scale.isEmpty() || twoScales || !NUMBER.matcher(digits).matches()) {
      throw new IllegalArgumentException("\"" + text + "\" is not " + expected);
    }
    BigDecimal value =
        new BigDecimal(digits).multiply(scale.get()).multiply(BigDecimal.valueOf(perUnit));
    try {
      return value.setScale(0, RoundingMode.CEILING).longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("\"" + text + "\" is too large", e);
    }
  }

  private static Optional<BigDecimal> scale(String suffix) {
    return Optional.ofNullable(
        switch (suffix) {
          case "n" -> new BigDecimal("1e-9");
          case "u" -> new BigDecimal("1e-6");
          case "m" -> new BigDecimal("1e-3");
          case "" -> BigDecimal.ONE;
          case "k", "K" -> new BigDecimal("1e3");
          case "M" -> new BigDecimal("1e6");
          case "G" -> new BigDecimal("1e9");
          case "T" -> new BigDecimal("1e12");
          case "P" -> new BigDecimal("1e15");
          case "Ki" -> BigDecimal.valueOf(1L << 10);
          case "Mi" -> BigDecimal.valueOf(1L << 20);
          case "Gi" -> BigDecimal.valueOf(1L << 30);
          case "Ti" -> BigDecimal.valueOf(1L << 40);
          case "Pi" -> BigDecimal.valueOf(1L << 50);
          default -> null;
        });
  }
}
