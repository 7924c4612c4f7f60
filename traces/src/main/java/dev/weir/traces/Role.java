package dev.weir.traces;

import java.util.Locale;

/** What a file of a trace holds. */
enum Role {
  NODES,
  JOBS;

  /** Name in SQL files and reports. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The table that a format's SQL reads. */
  String rawTable() {
    return "raw_" + label();
  }
}
