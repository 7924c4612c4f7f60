package dev.weir.simulator.report;

/** Classes of the style sheet that give each policy and queue a colour that stays. */
final class Colours {
  private static final int DIFFERENT = 10;

  private Colours() {}

  /** The colour of the i-th policy. */
  static int of(int i) {
    return i % DIFFERENT;
  }
}
