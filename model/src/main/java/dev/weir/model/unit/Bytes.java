package dev.weir.model.unit;

/** An amount of memory in bytes, 0 or more. */
public record Bytes(long value) implements Comparable<Bytes> {
  public static final Bytes ZERO = new Bytes(0);

  public Bytes {
    if (value < 0) {
      throw new IllegalArgumentException("an amount of memory must not be negative: " + value);
    }
  }

  /**
   * Reads {@code 80Gi}, {@code 40GB}, {@code 512M} or a plain number of bytes.
   *
   * @throws IllegalArgumentException when the text is no such amount
   */
  public static Bytes parse(String text) {
    String t = text.endsWith("B") ? text.substring(0, text.length() - 1) : text;
    if (t.endsWith("m") || t.endsWith("u") || t.endsWith("n")) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is a fraction of a byte; expected an amount such as 80Gi or 512M");
    }
    return new Bytes(Quantity.parse(t, 1, "an amount of memory such as 80Gi or 512M"));
  }

  public static Bytes ofGib(long gib) {
    return new Bytes(Math.multiplyExact(gib, 1L << 30));
  }

  public static Bytes ofMib(long mib) {
    return new Bytes(Math.multiplyExact(mib, 1L << 20));
  }

  @Override
  public int compareTo(Bytes other) {
    return Long.compare(value, other.value);
  }

  /**
   * In the binary or decimal unit that keeps the number exact and short, for example {@code 80Gi}
   * or {@code 50G}; equal lengths go to the binary one.
   */
  @Override
  public String toString() {
    String binary = text("PTGMK", 1024, "i");
    String decimal = text("PTGMk", 1000, "");
    return decimal.length() < binary.length() ? decimal : binary;
  }

  private String text(String prefixes, long base, String suffix) {
    long size = base * base * base * base * base;
    for (int i = 0; i < prefixes.length(); i++, size /= base) {
      if (value != 0 && value % size == 0) {
        return value / size + prefixes.substring(i, i + 1) + suffix;
      }
    }
    return Long.toString(value);
  }
}
