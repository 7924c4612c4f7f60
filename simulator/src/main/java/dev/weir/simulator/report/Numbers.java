package dev.weir.simulator.report;

import java.util.Locale;

/** Numbers as people read them: three digits that matter, and the unit that fits. */
public final class Numbers {
  private Numbers() {}

  /** A ratio as a percentage. */
  public static String percent(double ratio) {
    double percent = 100 * ratio;
    double size = Math.abs(percent);
    boolean whole = Math.abs(percent - Math.rint(percent)) < 1e-9;
    return format(size >= 99.95 || whole ? 0 : size >= 0.95 ? 1 : 2, percent) + " %";
  }

  /** A time, from seconds to days. */
  public static String duration(double seconds) {
    double s = Math.abs(seconds);
    if (s < 90) {
      return digits(seconds) + " s";
    }
    if (s < 90 * 60) {
      return digits(seconds / 60) + " min";
    }
    return s < 48 * 3600 ? digits(seconds / 3600) + " h" : digits(seconds / 86400) + " d";
  }

  /** A count, with commas. */
  public static String count(double value) {
    return value == Math.rint(value) || Math.abs(value) >= 1000
        ? String.format(Locale.ROOT, "%,.0f", value)
        : digits(value);
  }

  /** Three digits that matter, no fewer before the point. */
  public static String digits(double value) {
    double size = Math.abs(value);
    if (size >= 1000) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    if (value == Math.rint(value) || size >= 100) {
      return format(0, value);
    }
    return format(size >= 10 ? 1 : size >= 0.1 ? 2 : 4, value);
  }

  private static String format(int places, double value) {
    return String.format(Locale.ROOT, "%." + places + "f", value);
  }
}
