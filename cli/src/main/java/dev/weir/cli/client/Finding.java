package dev.weir.cli.client;

/**
 * One thing that was looked at.
 *
 * @param found what there is
 * @param advice what to do about it; empty when nothing is to be done
 */
record Finding(String what, Grade grade, String found, String advice) {

  /** How it is. */
  enum Grade {
    GOOD,
    /** Not there, and only needed for some things. */
    ABSENT,
    /** There, and will hurt. */
    POOR,
    /** Weir does not run without it. */
    MISSING
  }

  static Finding good(String what, String found) {
    return new Finding(what, Grade.GOOD, found, "");
  }
}
