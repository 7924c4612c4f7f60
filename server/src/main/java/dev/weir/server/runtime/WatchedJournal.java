package dev.weir.server.runtime;

import dev.weir.control.Journal;
import dev.weir.control.Turn;
import dev.weir.control.view.JobView;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/** Lets others see which turns come back from a journal, and how long a commit takes. */
final class WatchedJournal implements Journal {
  private final Journal journal;
  private final Consumer<Turn> replayed;
  private final LongConsumer commitNanos;

  WatchedJournal(Journal journal, Consumer<Turn> replayed, LongConsumer commitNanos) {
    this.journal = journal;
    this.replayed = replayed;
    this.commitNanos = commitNanos;
  }

  @Override
  public void commit(Turn turn, Supplier<List<JobView>> changed) {
    long before = System.nanoTime();
    journal.commit(turn, changed);
    commitNanos.accept(System.nanoTime() - before);
  }

  @Override
  public void replay(Consumer<Turn> each) {
    replay(0, each);
  }

  @Override
  public void replay(long afterSequence, Consumer<Turn> each) {
    journal.replay(
        afterSequence,
        turn -> {
          replayed.accept(turn);
          each.accept(turn);
        });
  }

  @Override
  public Link head() {
    return journal.head();
  }
}
