package dev.weir.driver.local;

import dev.weir.driver.local.slurm.BatchScript;
import dev.weir.driver.local.supervise.Cgroups;
import dev.weir.driver.local.supervise.ExitRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the tasks of a run that is over have left behind, put together for the judgement. */
final class RunEnd {
  private static final int CANNOT_RUN = 126;
  private static final int NOT_FOUND = 127;
  private static final int SHORT = 4096;

  private RunEnd() {}

  /**
   * How it ended.
   *
   * @param folder of the run
   * @param culprit the task that ended first and not well, untold
   * @param told see {@link Judgement#of}
   */
  static Judgement judge(
      Path folder, List<RunTask> tasks, Optional<String> culprit, boolean told, SaveWatch saves)
      throws IOException {
    List<Judgement.TaskEnd> ends = new ArrayList<>();
    for (RunTask task : tasks) {
      ExitRecord exit =
          task.state() instanceof RunTask.State.Ended(ExitRecord e) ? e : ExitRecord.UNKNOWN;
      boolean outOfMemory =
          task.group().map(Cgroups::outOfMemory).orElse(OptionalLong.empty()).orElse(0) > 0;
      boolean first = culprit.filter(task.name()::equals).isPresent();
      ends.add(new Judgement.TaskEnd(task.name(), exit, first, outOfMemory, lastWords(task, exit)));
    }
    boolean withheld = tasks.stream().anyMatch(t -> t.state() instanceof RunTask.State.Withheld);
    boolean again = tasks.stream().anyMatch(t -> BatchScript.askedToRequeue(t.folder().run()));
    long startedAt = Files.getLastModifiedTime(folder.resolve("allocation.json")).toMillis();
    return Judgement.of(
        ends, told || withheld, again || saves.savedSince(startedAt), saves.done(tasks));
  }

  /** A shell that cannot run a command says why, and nothing else has been said by then. */
  private static String lastWords(RunTask task, ExitRecord exit) throws IOException {
    int code = exit.code().orElse(0);
    Path log = task.folder().stderr();
    if ((code != CANNOT_RUN && code != NOT_FOUND)
        || !Files.exists(log)
        || Files.size(log) > SHORT) {
      return "";
    }
    String text = Files.readString(log, StandardCharsets.ISO_8859_1).strip();
    return text.substring(text.lastIndexOf('\n') + 1);
  }
}
