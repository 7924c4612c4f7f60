package dev.weir.driver.local.supervise;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds and ends the processes of some tasks, wherever they have gone: by their mark, by the
 * session of their first process, by their control group. Supervisors are left alone: they write
 * down the end and go.
 */
public final class Sweep {
  private final String world;
  private final List<Task> tasks;

  /** One task and where it is found. */
  public record Task(TaskFolder folder, Optional<java.nio.file.Path> group) {}

  private final Predicate<Mark> ours;

  /**
   * @param ours which marks are theirs
   */
  public Sweep(String world, Predicate<Mark> ours, List<Task> tasks) {
    this.world = world;
    this.ours = ours;
    this.tasks = List.copyOf(tasks);
  }

  /** All that are there now. */
  public Set<ProcessKey> processes() {
    Set<ProcessKey> found = new LinkedHashSet<>();
    Set<Long> supervisors = new LinkedHashSet<>();
    for (Task task : tasks) {
      task.folder().supervisor().filter(ProcessKey::alive).ifPresent(s -> supervisors.add(s.pid()));
      task.folder()
          .task()
          .filter(ProcessKey::alive)
          .ifPresent(first -> found.addAll(ProcessTable.session(first)));
      task.group().ifPresent(g -> found.addAll(Cgroups.members(g)));
    }
    for (ProcessTable.Row row : ProcessTable.of(world).where(ours)) {
      if (!supervisors.contains(row.session())) {
        found.add(row.key());
      }
    }
    return found;
  }

  /** Sends a signal to all of them; how many got it. */
  public int signal(int number) {
    int sent = 0;
    for (ProcessKey process : processes()) {
      sent += Signals.send(process, number) ? 1 : 0;
    }
    return sent;
  }

  /** Ends all of them, as far as that takes effect at once. */
  public void kill() {
    for (Task task : tasks) {
      task.group().ifPresent(Cgroups::kill);
    }
    signal(Signals.KILL);
  }
}
