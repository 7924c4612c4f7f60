package dev.weir.control;

import dev.weir.control.view.JobView;
import dev.weir.engine.Engine;
import dev.weir.engine.job.Job;
import dev.weir.model.event.Event;
import java.util.List;
import java.util.function.BiConsumer;

/** Tells read models again what each turn changed, from the journal alone and deciding nothing. */
public final class Refold {
  private Refold() {}

  /**
   * @param fresh a new engine of any policy; the state of the newest turn afterwards
   * @param each the turn and the jobs that it changed, as {@link Journal#commit} gets them
   * @throws JournalFailure when the journal is damaged
   */
  public static void over(Journal journal, Engine fresh, BiConsumer<Turn, List<JobView>> each) {
    fresh.takeEnded(); // from now on they are collected
    journal.replay(
        turn -> {
          for (Event event : turn.events()) {
            fresh.apply(turn.at(), event);
          }
          fresh.apply(turn.plan());
          List<Job> ended = fresh.takeEnded();
          each.accept(turn, Touched.in(turn, fresh, ended));
        });
  }
}
