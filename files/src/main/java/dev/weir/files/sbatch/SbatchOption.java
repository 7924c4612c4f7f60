package dev.weir.files.sbatch;

/**
 * An option of sbatch and what becomes of it.
 *
 * @param name long name without dashes
 * @param letter short name; 0 = none
 * @param why for people, where it is not mapped
 */
record SbatchOption(String name, char letter, Argument argument, Fate fate, String why) {

  /** Whether a value belongs to it. */
  enum Argument {
    NONE,
    /** Only after {@code =}. */
    OPTIONAL,
    REQUIRED
  }

  /** What becomes of it. */
  enum Fate {
    MAPPED,
    /** The job runs without it, and the person is told. */
    NOTED,
    /** The job would not be what the script asks for. */
    REFUSED
  }

  String written() {
    return "--" + name;
  }
}
