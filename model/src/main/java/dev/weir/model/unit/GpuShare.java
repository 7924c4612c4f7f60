package dev.weir.model.unit;

/** A compute share of one device in thousandths, 1 to 1000. */
public record GpuShare(int milli) implements Comparable<GpuShare> {
  public static final GpuShare WHOLE = new GpuShare(1000);

  public GpuShare {
    if (milli < 1 || milli > 1000) {
      throw new IllegalArgumentException(
          "a share of a device is between 1m and 1, not " + milli + "m");
    }
  }

  /**
   * Reads {@code 0.5}, {@code 500m} or {@code 50%}; rounds up to whole milli.
   *
   * @throws IllegalArgumentException when the text is no share between 0 and 1
   */
  public static GpuShare parse(String text) {
    String expected = "a share of a device such as 0.5, 500m or 50%";
    long milli =
        text.endsWith("%")
            ? Quantity.parse(text.substring(0, text.length() - 1), 10, expected)
            : Quantity.parse(text, 1000, expected);
    if (milli < 1 || milli > 1000) {
      throw new IllegalArgumentException(
          "a share of a device is more than 0 and at most 1, not " + text);
    }
    return new GpuShare((int) milli);
  }

  @Override
  public int compareTo(GpuShare other) {
    return Integer.compare(milli, other.milli);
  }

  @Override
  public String toString() {
    return milli == 1000 ? "1" : milli + "m";
  }
}
