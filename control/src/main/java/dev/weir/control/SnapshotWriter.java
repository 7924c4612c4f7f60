package dev.weir.control;

import dev.weir.engine.Engine;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a snapshot is due, and encodes and keeps it on a thread of its own, so that turns
 * wait only while the state is taken.
 */
final class SnapshotWriter {
  private static final System.Logger LOG = System.getLogger("dev.weir.control");

  private final Snapshots snapshots;

  /** Facts, decisions and turns between two snapshots, at least. */
  private final long every;

  private long since;
  private @Nullable Thread writing;

  SnapshotWriter(Snapshots snapshots, long every) {
    this.snapshots = snapshots;
    this.every = every;
  }

  /**
   * A turn was taken or folded, and would have to be folded again. By the thread that takes turns.
   */
  void folded(Turn turn) {
    since += 1 + turn.events().size() + turn.plan().actions().size();
  }

  /**
   * Taking a state costs what is alive, and is paid back by as many facts that need not be folded
   * again. By the thread that takes turns.
   */
  boolean due(Engine engine) {
    return since >= every
        && since >= engine.state().jobs.live().size() + engine.state().fleet.nodes().size()
        && (writing == null || !writing.isAlive());
  }

  /** Takes the state now and keeps it soon. */
  void write(Supplier<Snapshot> state) {
    since = 0;
    try {
      Snapshot snapshot = state.get();
      writing = Thread.ofPlatform().daemon().name("weir-snapshot").start(() -> keep(snapshot));
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "no snapshot could be taken", e); // turns go on
    }
  }

  /** For an orderly end: the newest state, if a turn was taken since the last one, is kept. */
  void finish(Supplier<Snapshot> state) throws InterruptedException {
    if (writing != null) {
      writing.join();
    }
    if (since > 0) {
      since = 0;
      keep(state.get());
    }
  }

  private void keep(Snapshot snapshot) {
    try {
      snapshots.keep(snapshot);
    } catch (RuntimeException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "the snapshot of turn %d is not kept; the next recovery folds more of the journal"
              .formatted(snapshot.sequence()),
          e);
    }
  }
}
