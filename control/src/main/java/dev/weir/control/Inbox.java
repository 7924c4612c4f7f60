package dev.weir.control;

import dev.weir.model.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Facts on their way into a turn. Many writers, one reader. */
final class Inbox {
  /** A fact, and who waits for it to be durable. */
  record Entry(Event event, @Nullable CompletableFuture<Turn> answer) {}

  private List<Entry> waiting = new ArrayList<>();
  private boolean closed;

  /** False when it is closed and the fact is not taken. */
  synchronized boolean add(Event event, @Nullable CompletableFuture<Turn> answer) {
    if (closed) {
      return false;
    }
    waiting.add(new Entry(event, answer));
    notifyAll();
    return true;
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** At most {@code most} facts, in the order of arrival. */
  synchronized List<Entry> take(int most) {
    if (waiting.size() <= most) {
      List<Entry> all = waiting;
      waiting = new ArrayList<>();
      return all;
    }
    List<Entry> first = new ArrayList<>(waiting.subList(0, most));
    waiting = new ArrayList<>(waiting.subList(most, waiting.size()));
    return first;
  }

  /** Waits until a fact is there, the time is over, or the inbox is closed. */
  synchronized void await(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000L;
    while (waiting.isEmpty() && !closed) {
      long left = Math.ceilDiv(end - System.nanoTime(), 1_000_000L);
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  /** No further facts; returns those that no turn has taken. */
  synchronized List<Entry> close() {
    closed = true;
    notifyAll();
    List<Entry> left = waiting;
    waiting = new ArrayList<>();
    return left;
  }

  synchronized boolean isClosed() {
    return closed;
  }
}
