package dev.weir.control;

import dev.weir.control.view.JobView;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The durable, ordered, hash-chained log of turns. One turn is one transaction: events, decisions,
 * what read models derive from them, and one link of the chain, all or nothing. Written by one
 * thread.
 */
public interface Journal {
  /**
   * Appends a turn of which nobody wants read models; see {@link #commit(Turn, Supplier)}.
   *
   * @throws JournalFailure as there
   */
  default void commit(Turn turn) {
    commit(turn, List::of);
  }

  /**
   * Appends the turn and returns when it is durable. Nothing of a turn may be answered or acted on
   * before.
   *
   * @param changed the jobs that the turn changed, as they are after it, for the read models of the
   *     same transaction
   * @throws JournalFailure when it is not certain that the turn is durable, or when this writer is
   *     no longer the one; the writer must then stop, because its state is ahead of the journal
   */
  void commit(Turn turn, Supplier<List<JobView>> changed);

  /**
   * Hands out all turns in order, verifying the chain on the way.
   *
   * @throws JournalFailure when a turn is missing or was changed
   */
  void replay(Consumer<Turn> each);

  /**
   * The same for the turns after a sequence.
   *
   * @throws JournalFailure as for {@link #replay(Consumer)}
   */
  default void replay(long afterSequence, Consumer<Turn> each) {
    replay(
        turn -> {
          if (turn.sequence() > afterSequence) {
            each.accept(turn);
          }
        });
  }

  /** The newest link. */
  Link head();

  /**
   * A link of the chain.
   *
   * @param sequence number of the turn; 0 = before the first
   * @param hash SHA-256 over the former hash and the turn's canonical encoding, in hexadecimal
   */
  record Link(long sequence, String hash) {}
}
