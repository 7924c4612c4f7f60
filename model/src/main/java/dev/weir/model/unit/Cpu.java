package dev.weir.model.unit;

/** Processor time in thousandths of a core, 0 or more. */
public record Cpu(long milli) implements Comparable<Cpu> {
  public static final Cpu ZERO = new Cpu(0);

  public Cpu {
    if (milli < 0) {
      throw new IllegalArgumentException("an amount of CPU must not be negative: " + milli);
    }
  }

  /**
   * Reads {@code 4}, {@code 0.5}, {@code 500m} or {@code 3000023n}; rounds up to whole milli.
   *
   * @throws IllegalArgumentException when the text is no such amount
   */
  public static Cpu parse(String text) {
    return new Cpu(Quantity.parse(text, 1000, "an amount of CPU such as 4 or 500m"));
  }

  public static Cpu ofCores(long cores) {
    return new Cpu(Math.multiplyExact(cores, 1000L));
  }

  @Override
  public int compareTo(Cpu other) {
    return Long.compare(milli, other.milli);
  }

  @Override
  public String toString() {
    return milli % 1000 == 0 ? Long.toString(milli / 1000) : milli + "m";
  }
}
