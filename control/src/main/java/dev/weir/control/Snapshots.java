package dev.weir.control;

import java.util.Optional;

/**
 * Where snapshots are kept. They make a recovery quick and nothing else: whoever has none, or only
 * damaged ones, folds the journal from its first turn.
 */
public interface Snapshots {
  /** Keeps none. */
  Snapshots NONE =
      new Snapshots() {
        @Override
        public Optional<Snapshot> newestBefore(long sequence) {
          return Optional.empty();
        }

        @Override
        public void keep(Snapshot snapshot) {
          // that is what it is for
        }
      };

  /**
   * The newest snapshot of a turn before {@code sequence} that is sound: whole, of this version's
   * format, and of the journal's chain. One that is not is passed over with a warning in the log.
   */
  Optional<Snapshot> newestBefore(long sequence);

  /**
   * Keeps a snapshot of a durable turn, and lets go of all but the newest two. From any thread.
   *
   * @throws JournalFailure when it could not be kept, which harms nobody
   */
  void keep(Snapshot snapshot);
}
