package dev.weir.control;

import dev.weir.control.view.JobView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A journal in memory: as durable as the process. It keeps the canonical encoding and not the
 * objects, so that a replay sees what a store would give back.
 */
public final class MemoryJournal implements Journal {
  private final List<byte[]> turns = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  @Override
  public void commit(Turn turn, Supplier<List<JobView>> changed) {
    Link former = head();
    if (turn.sequence() != former.sequence() + 1) {
      throw new JournalFailure(
          "turn %d follows turn %d".formatted(turn.sequence(), former.sequence()));
    }
    byte[] encoded = TurnCodec.encode(turn);
    turns.add(encoded);
    links.add(HashChain.next(former, encoded));
  }

  @Override
  public void replay(Consumer<Turn> each) {
    Link link = HashChain.START;
    for (int i = 0; i < turns.size(); i++) {
      link = HashChain.next(link, turns.get(i));
      if (!link.equals(links.get(i))) {
        throw new JournalFailure("turn " + (i + 1) + " was changed after it was journaled");
      }
      each.accept(TurnCodec.decode(turns.get(i)));
    }
  }

  @Override
  public Link head() {
    return links.isEmpty() ? HashChain.START : links.getLast();
  }

  /** The canonical encoding of a turn, as a store or an export would hold it. */
  public byte[] encoded(int index) {
    return turns.get(index).clone();
  }
}
