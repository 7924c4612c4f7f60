package dev.weir.driver.local.supervise;

import java.util.OptionalInt;

/**
 * How a task's first process ended. A shell's status of 128 + n stands for signal n; a program that
 * exits with such a code of its own, as shells do after a child of theirs was ended, reads the
 * same.
 *
 * @param at when it was written down, ms since 1970; 0 = not known
 */
public record ExitRecord(OptionalInt code, OptionalInt signal, long at) {
  /** Nobody is left who knows. */
  public static final ExitRecord UNKNOWN =
      new ExitRecord(OptionalInt.empty(), OptionalInt.empty(), 0);

  private static final int LAST_SIGNAL = 64;

  /** From the status that a POSIX shell gives. */
  public static ExitRecord ofStatus(int status, long at) {
    boolean signalled = status > 128 && status <= 128 + LAST_SIGNAL;
    return signalled
        ? new ExitRecord(OptionalInt.empty(), OptionalInt.of(status - 128), at)
        : new ExitRecord(OptionalInt.of(status), OptionalInt.empty(), at);
  }

  /** Exit code 0. */
  public boolean well() {
    return code.isPresent() && code.getAsInt() == 0;
  }

  /** For people. */
  public String inWords() {
    if (signal.isPresent()) {
      return "ended by " + Signals.name(signal.getAsInt());
    }
    return code.isPresent()
        ? "exit code " + code.getAsInt()
        : "gone, and with it its supervisor, so that nobody knows how it ended";
  }
}
