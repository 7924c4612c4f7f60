package dev.weir.store;

import dev.weir.control.Journal;
import dev.weir.control.Snapshots;
import dev.weir.control.Turn;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The journal and its read models in one database. {@link #commit} writes a turn, one link of the
 * hash chain and the rows of all read models in one transaction, and returns when that is durable;
 * it is called by one thread of the server that holds the {@link #lease}. Everything else may be
 * called from any thread of any server.
 *
 * <p>Any {@link dev.weir.control.JournalFailure} of a commit is final: this store takes no further
 * turn, because what the failed one left behind is not certain. A new process opens the store anew.
 */
public interface Store extends Journal, AutoCloseable {
  /** What people and servers ask: jobs, allocations, usage, settings, the audit log. */
  Reads reads();

  /** Who may commit. On SQLite it is held from the start. */
  Lease lease();

  /** Samples of telemetry, beside the journal and not part of it. */
  Telemetry telemetry();

  /**
   * Hands out the turns after a sequence, in order, verifying the chain on the way.
   *
   * @throws dev.weir.control.JournalFailure naming the first turn that is missing, changed, cut off
   *     or of a newer format
   */
  @Override
  void replay(long afterSequence, Consumer<Turn> each);

  /** Where a recovery may begin. */
  Snapshots snapshots();

  /** What is in {@link #snapshots}, newest first, and whether each is sound. */
  List<KeptSnapshot> keptSnapshots();

  @Override
  default void replay(Consumer<Turn> each) {
    replay(0, each);
  }

  /**
   * Walks the whole chain without decoding what it holds.
   *
   * @return the newest link
   * @throws dev.weir.control.JournalFailure as for {@link #replay(long, Consumer)}
   */
  Link verify();

  /**
   * Writes a copy of journal and read models as they are now, while the store goes on.
   *
   * @param file must not exist; a SQLite database afterwards, or on PostgreSQL an exported journal
   * @return the newest turn of the copy
   */
  Link backup(Path file);

  @Override
  void close();
}
