package dev.weir.store;

import dev.weir.control.JournalFailure;

/** Another process has the data folder; nothing is damaged, and nothing was written. */
public final class FolderInUse extends JournalFailure {
  private static final long serialVersionUID = 1L;

  public FolderInUse(String message) {
    super(message);
  }
}
