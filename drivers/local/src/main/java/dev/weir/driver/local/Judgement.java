package dev.weir.driver.local;

import dev.weir.checkpoint.protocol.ExitCode;
import dev.weir.driver.local.supervise.ExitRecord;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How an allocation ended. Who was told to stop has stopped, whatever its code says: by our own
 * record, not by the code, as the cause of an exit cannot be told from it.
 */
record Judgement(Event.End end, Exit exit) {
  /**
   * One task.
   *
   * @param first the first that did not end well, of those that nobody had told to stop
   * @param outOfMemory the kernel ended a process of it at the limit of its memory
   */
  record TaskEnd(
      String name, ExitRecord exit, boolean first, boolean outOfMemory, String lastWords) {}

  /**
   * @param told the tasks had been told to stop for good before the first of them ended
   * @param saved a complete checkpoint of this start exists, or it asked to be queued again
   * @param done the job itself says that all its steps are done
   */
  static Judgement of(List<TaskEnd> tasks, boolean told, boolean saved, boolean done) {
    Optional<TaskEnd> culprit = tasks.stream().filter(TaskEnd::first).findFirst();
    boolean well = tasks.stream().allMatch(t -> t.exit().well());
    TaskEnd shown =
        culprit.orElseGet(
            () ->
                tasks.stream().filter(t -> !t.exit().well()).findFirst().orElse(tasks.getFirst()));
    if (well && (!told || done)) {
      return new Judgement(Event.End.COMPLETED, exit(shown, ""));
    }
    if (told) {
      return new Judgement(Event.End.STOPPED, exit(shown, ", after it was told to stop"));
    }
    return fault(shown, saved);
  }

  private static Judgement fault(TaskEnd task, boolean saved) {
    if (task.outOfMemory()) {
      return new Judgement(Event.End.FAILED, exit(task, ": out of memory"));
    }
    OptionalInt code = task.exit().code();
    if (code.isEmpty()) {
      return new Judgement(Event.End.LOST, exit(task, ""));
    }
    return switch (ExitCode.of(code.getAsInt())) {
      case REQUEUE ->
          saved
              ? new Judgement(Event.End.STOPPED, exit(task, ": saved, to be started again"))
              : new Judgement(
                  Event.End.LOST,
                  exit(task, ": to be started again, but without a complete checkpoint"));
      case DO_NOT_REQUEUE ->
          new Judgement(Event.End.FAILED, exit(task, ": not to be started again"));
      case DONE, FAULT -> new Judgement(Event.End.FAILED, exit(task, ""));
    };
  }

  private static Exit exit(TaskEnd task, String more) {
    String words = task.lastWords().isEmpty() ? "" : " (" + task.lastWords() + ")";
    return new Exit(
        task.exit().code(),
        task.exit().signal(),
        "task " + task.name() + ": " + task.exit().inWords() + more + words);
  }
}
