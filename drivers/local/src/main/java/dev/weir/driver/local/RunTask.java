package dev.weir.driver.local;

import dev.weir.driver.local.launch.AllocationRecord;
import dev.weir.driver.local.supervise.ExitRecord;
import dev.weir.driver.local.supervise.Mark;
import dev.weir.driver.local.supervise.ProcessKey;
import dev.weir.driver.local.supervise.ProcessTable;
import dev.weir.driver.local.supervise.TaskFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** One task of a run as its folder and the processes show it. */
final class RunTask {
  private final AllocationRecord.Task task;
  private final TaskFolder folder;
  private final Mark mark;
  private final Optional<Path> group;
  private final boolean sameBoot;
  private State state = new State.Unclaimed();

  /** How it is. */
  sealed interface State {
    /** No supervisor has begun. */
    record Unclaimed() implements State {}

    /** None ever will. */
    record Withheld() implements State {}

    /** The supervisor has begun, the task is not there yet. */
    record Beginning() implements State {}

    /** It runs. */
    record Running() implements State {}

    /** It ran. */
    record Ended(ExitRecord exit) implements State {}

    /** Whether nothing of it will run any more. */
    default boolean over() {
      return this instanceof Ended || this instanceof Withheld;
    }
  }

  RunTask(
      AllocationRecord.Task task,
      TaskFolder folder,
      Mark mark,
      Optional<Path> group,
      boolean sameBoot) {
    this.task = task;
    this.folder = folder;
    this.mark = mark;
    this.group = group;
    this.sameBoot = sameBoot;
  }

  String name() {
    return task.folder();
  }

  String container() {
    return task.container();
  }

  TaskFolder folder() {
    return folder;
  }

  Mark mark() {
    return mark;
  }

  Optional<Path> group() {
    return group;
  }

  State state() {
    return state;
  }

  /** The task's first process is there, or was. */
  boolean began() {
    return state instanceof State.Running || state instanceof State.Ended;
  }

  /** Looks again. */
  void look() throws IOException {
    if (!state.over()) {
      state = find();
    }
  }

  private State find() throws IOException {
    Optional<State> ended = ended();
    if (ended.isPresent()) {
      return ended.get();
    }
    if (folder.withheld()) {
      return new State.Withheld();
    }
    if (!folder.claimed()) {
      return new State.Unclaimed();
    }
    if (!sameBoot) {
      return new State.Ended(ExitRecord.UNKNOWN);
    }
    Optional<ProcessKey> first = folder.task();
    if (first.filter(ProcessKey::alive).isPresent()) {
      return new State.Running();
    }
    if (folder.supervisor().filter(ProcessKey::alive).isPresent()) {
      return first.isPresent() ? state : new State.Beginning(); // it is writing the end down
    }
    // The end may have been written since we looked, and a supervisor may not have said its name
    // yet.
    ended = ended();
    if (ended.isPresent()) {
      return ended.get();
    }
    boolean somewhere =
        first.isEmpty() && !ProcessTable.of(mark.world()).where(mark::equals).isEmpty();
    return somewhere ? new State.Beginning() : lost();
  }

  private State lost() throws IOException {
    return ended().orElse(new State.Ended(ExitRecord.UNKNOWN));
  }

  private Optional<State> ended() throws IOException {
    return folder.exit().map(State.Ended::new);
  }
}
