package dev.weir.traces;

import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.List;

/** Problems met while reading: the first of each kind are kept, all are counted. */
final class Findings {
  private final int listed;
  private final List<Problem> kept = new ArrayList<>();
  private long total;

  Findings(int listed) {
    this.listed = listed;
  }

  /** How many problems of one kind are worth fetching. */
  int listed() {
    return listed;
  }

  void add(Problem problem) {
    add(List.of(problem), 1);
  }

  /** Problems of one kind, of which there are {@code count}. */
  void add(List<Problem> problems, long count) {
    problems.stream().limit(listed).forEach(kept::add);
    total += count;
  }

  long total() {
    return total;
  }

  boolean isEmpty() {
    return total == 0;
  }

  /** The problems to list, in the order of the text. */
  List<Problem> first() {
    return kept.stream().sorted(Problem.BY_PLACE).limit(listed).toList();
  }

  /** Refuses the trace when there is any problem. */
  void refuse() {
    if (!isEmpty()) {
      throw new InvalidTrace(first(), total);
    }
  }
}
