package dev.weir.files.bind;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Amounts with the suffixes that Kubernetes users know (k8s.io/apimachinery resource.Quantity),
 * read into whole units. What is asked is rounded up, never down.
 */
public final class Quantities {
  static final String BYTES_PATTERN =
      "^[0-9]+(\\.[0-9]+)?(([kMGTPE]|[KMGTPE]i)?B?|[eE]\\+?[0-9]+)$";
  static final String BYTES_EXPECTED = "a size in bytes, such as 80Gi (binary) or 40GB (decimal)";
  static final String CPU_PATTERN = "^[0-9]+(\\.[0-9]+)?([num]|k)?$";
  static final String CPU_EXPECTED = "CPU cores, such as 4, 0.5 or 500m";

  private static final Pattern AMOUNT =
      Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(?:([eE][-+]?[0-9]{1,3})|([A-Za-z]*))");

  private static final Map<String, BigDecimal> BYTES = new LinkedHashMap<>();
  private static final Map<String, BigDecimal> CORES = new LinkedHashMap<>();

  static {
    BYTES.put("", BigDecimal.ONE);
    BYTES.put("B", BigDecimal.ONE);
    String[] prefixes = {"k", "M", "G", "T", "P", "E"};
    for (int i = 0; i < prefixes.length; i++) {
      BigDecimal decimal = BigDecimal.TEN.pow(3 * (i + 1));
      BigDecimal binary = BigDecimal.valueOf(1024).pow(i + 1);
      String upper = prefixes[i].toUpperCase(Locale.ROOT);
      BYTES.put(prefixes[i], decimal);
      BYTES.put(prefixes[i] + "B", decimal);
      BYTES.put(upper + "i", binary);
      BYTES.put(upper + "iB", binary);
    }
    BYTES.put("KB", BigDecimal.TEN.pow(3));
    CORES.put("", BigDecimal.ONE);
    CORES.put("k", BigDecimal.valueOf(1000));
    CORES.put("m", BigDecimal.ONE.movePointLeft(3));
    CORES.put("u", BigDecimal.ONE.movePointLeft(6));
    CORES.put("n", BigDecimal.ONE.movePointLeft(9));
  }

  private Quantities() {}

  /**
   * A size in whole bytes, rounded up: {@code 80Gi}, {@code 40GB}, {@code 1.5Ti}, {@code 1e9},
   * {@code 1073741824}.
   *
   * @throws Malformed no size, a suffix that does not exist, negative, or more than 2^63 - 1
   */
  public static long bytes(String text) {
    if (text.matches("[0-9.]+m")) {
      // 400m is legal Kubernetes and means 0.4 bytes; nobody ever meant that.
      throw new Malformed(
          "thousandths of a byte",
          BYTES_EXPECTED,
          Optional.of(text.substring(0, text.length() - 1) + "Mi"));
    }
    return amount(text, BYTES, BigDecimal.ONE, BYTES_EXPECTED);
  }

  /**
   * CPU in thousandths of a core, rounded up: {@code 4}, {@code 0.5}, {@code 500m}.
   *
   * @throws Malformed no amount, a suffix that does not exist, negative, or too large
   */
  public static long milliCpu(String text) {
    return amount(text, CORES, BigDecimal.valueOf(1000), CPU_EXPECTED);
  }

  private static long amount(
      String text, Map<String, BigDecimal> suffixes, BigDecimal unit, String expected) {
    if (text.startsWith("-")) {
      throw new Malformed("must not be negative", expected, Optional.empty());
    }
    Matcher amount = AMOUNT.matcher(text);
    if (!amount.matches()) {
      throw new Malformed("not an amount", expected, guess(text, suffixes));
    }
    String exponent = amount.group(2) == null ? "" : amount.group(2);
    String suffix = amount.group(3) == null ? "" : amount.group(3);
    BigDecimal factor = suffixes.get(suffix);
    if (factor == null) {
      throw new Malformed("unknown unit", expected, guess(text, suffixes));
    }
    BigDecimal value = new BigDecimal(amount.group(1) + exponent).multiply(factor).multiply(unit);
    if (value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
      throw new Malformed("too large", expected, Optional.empty());
    }
    return value.setScale(0, RoundingMode.CEILING).longValueExact();
  }

  /** The same amount with blanks taken out and the suffix in the case that exists. */
  private static Optional<String> guess(String text, Map<String, BigDecimal> suffixes) {
    String tight = text.replaceAll("[\\s_,]", "");
    Matcher amount = AMOUNT.matcher(tight);
    if (!amount.matches() || amount.group(3) == null) {
      return Optional.empty();
    }
    return suffixes.keySet().stream()
        .filter(suffix -> suffix.equalsIgnoreCase(amount.group(3)))
        .findFirst()
        .map(suffix -> amount.group(1) + suffix);
  }
}
