package dev.weir.control;

import dev.weir.model.event.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Facts and questions on their way to the thread that takes turns. Many writers, one reader. */
final class Inbox {
  /** Facts that belong into one turn, and who waits for them to be durable. */
  record Entry(
      List<Event> events, Optional<Origin> origin, @Nullable CompletableFuture<Turn> answer) {}

  private List<Entry> waiting = new ArrayList<>();
  private List<Question<?>> questions = new ArrayList<>();
  private boolean closed;

  /** False when it is closed and the facts are not taken. */
  synchronized boolean add(Entry entry) {
    if (closed) {
      return false;
    }
    waiting.add(entry);
    notifyAll();
    return true;
  }

  /** False when it is closed. */
  synchronized boolean ask(Question<?> question) {
    if (closed) {
      return false;
    }
    questions.add(question);
    notifyAll();
    return true;
  }

  synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  synchronized List<Question<?>> takeQuestions() {
    if (questions.isEmpty()) {
      return List.of();
    }
    List<Question<?>> all = questions;
    questions = new ArrayList<>();
    return all;
  }

  /** Entries of about {@code most} facts, at least one entry, in the order of arrival. */
  synchronized List<Entry> take(int most) {
    int facts = 0;
    int entries = 0;
    while (entries < waiting.size() && facts < most) {
      facts += waiting.get(entries++).events().size();
    }
    if (entries == waiting.size()) {
      List<Entry> all = waiting;
      waiting = new ArrayList<>();
      return all;
    }
    List<Entry> first = new ArrayList<>(waiting.subList(0, entries));
    waiting = new ArrayList<>(waiting.subList(entries, waiting.size()));
    return first;
  }

  /** Waits until a fact or a question is there, the time is over, or the inbox is closed. */
  synchronized void await(long millis) throws InterruptedException {
    long end = System.nanoTime() + millis * 1_000_000L;
    while (waiting.isEmpty() && questions.isEmpty() && !closed) {
      long left = Math.ceilDiv(end - System.nanoTime(), 1_000_000L);
      if (left <= 0) {
        return;
      }
      wait(left);
    }
  }

  /** Nothing further; returns those that no turn has taken. */
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
