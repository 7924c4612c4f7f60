package dev.weir.cli.journal;

import java.util.LinkedHashMap;
import java.util.Map;

/** The commands of this package by name, in the order of the help. */
public final class JournalCommands {
  private JournalCommands() {}

  /** Name → class. */
  public static Map<String, Class<?>> all() {
    Map<String, Class<?>> all = new LinkedHashMap<>();
    all.put("journal", JournalCommand.class);
    all.put("replay", ReplayCommand.class);
    all.put("backup", BackupCommand.class);
    all.put("restore", RestoreCommand.class);
    return all;
  }
}
