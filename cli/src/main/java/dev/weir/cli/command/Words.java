package dev.weir.cli.command;

/** Numbers of things, in words. */
final class Words {
  private Words() {}

  /** {@code 1 seed}, {@code 2 seeds}. */
  static String count(long number, String thing) {
    return number + " " + thing + (number == 1 ? "" : "s");
  }
}
