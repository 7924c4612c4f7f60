package dev.weir.files.bind;

import java.util.Optional;

/**
 * A scalar has the wrong form. A {@code parse(String)} factory may throw any
 * IllegalArgumentException; this one also says what was expected and meant.
 */
public final class Malformed extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String expected;
  private final transient Optional<String> nearest;

  /** The message says what is wrong and is completed by {@code ": " + what stands there}. */
  public Malformed(String message, String expected, Optional<String> nearest) {
    super(message);
    this.expected = expected;
    this.nearest = nearest;
  }

  /** What would be right. */
  public String expected() {
    return expected;
  }

  /** What was probably meant. */
  public Optional<String> nearest() {
    return nearest;
  }
}
