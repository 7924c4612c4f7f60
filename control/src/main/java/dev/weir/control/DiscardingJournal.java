package dev.weir.control;

import dev.weir.control.view.JobView;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keeps nothing but the count: for runs whose turns nobody will ask for again, such as simulations,
 * which can be repeated from their seed.
 */
public final class DiscardingJournal implements Journal {
  private long sequence;

  @Override
  public void commit(Turn turn, Supplier<List<JobView>> changed) {
    sequence = turn.sequence();
  }

  /** Hands out nothing when nothing was committed. */
  @Override
  public void replay(Consumer<Turn> each) {
    if (sequence > 0) {
      throw new JournalFailure("the turns of this run were not kept");
    }
  }

  /** The number of the newest turn; there is no chain. */
  @Override
  public Link head() {
    return new Link(sequence, HashChain.START.hash());
  }
}
