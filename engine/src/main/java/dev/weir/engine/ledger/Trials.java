package dev.weir.engine.ledger;

import java.util.ArrayList;

/** The log of what open trials have to undo. */
public final class Trials {
  /** Takes one change back. */
  public interface Undo {
    void undo();
  }

  private final ArrayList<Undo> log = new ArrayList<>();
  private int depth;
  private boolean undoing;

  public Trial open() {
    depth++;
    return new Trial(this, log.size());
  }

  /** Whether changes must be logged. */
  public boolean recording() {
    return depth > 0 && !undoing;
  }

  /** Logs how the change just made is taken back. */
  public void record(Undo undo) {
    if (recording()) {
      log.add(undo);
    }
  }

  void close(int mark, boolean committed) {
    depth--;
    if (!committed) {
      undoing = true;
      for (int i = log.size() - 1; i >= mark; i--) {
        log.get(i).undo();
      }
      undoing = false;
    }
    if (!committed || depth == 0) {
      log.subList(mark, log.size()).clear();
    }
  }
}
