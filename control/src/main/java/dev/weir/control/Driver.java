package dev.weir.control;

import dev.weir.model.action.Action;
import dev.weir.model.event.Checkpoint;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import java.util.List;
import java.util.Optional;

/**
 * One world: it observes (events) and executes (actions). Executing an action twice has no further
 * effect; what was executed is known by the allocation's id and incarnation. A driver never blocks
 * the loop: what takes time it does on its own threads and answers with an event. What it cannot do
 * it answers with {@code StartRefused} or {@code AllocationEnded}; it does not throw.
 */
public interface Driver {
  /** The domain that this driver serves; actions on its nodes come here. */
  DomainId domain();

  /** What this world can tell and do. */
  Capabilities capabilities();

  /**
   * Says what is really there, once, at the start of the loop and before {@link #observe}; includes
   * what ended while nobody was looking, as far as the world remembers.
   */
  List<Found> found();

  /** From now on facts go into the sink, the present nodes first. */
  void observe(EventSink sink);

  /** Carries out decisions that are durable, in their order. */
  void execute(List<Action.ForWorld> actions);

  /**
   * Ends, at once and for good, an allocation that the journal does not know or knows as ended; a
   * driver reports nothing about it.
   */
  void discard(AllocationId allocation);

  /** What a driver finds at its start. */
  sealed interface Found {
    AllocationId allocation();

    JobId job();

    int incarnation();

    /** All its tasks run. */
    record Running(AllocationId allocation, JobId job, int incarnation) implements Found {}

    /**
     * No task of it runs any more, and the world knows how it ended.
     *
     * @param exit how its processes ended
     * @param checkpoint a complete one that was found after the end and has not been reported
     */
    record Ended(
        AllocationId allocation,
        JobId job,
        int incarnation,
        Event.End end,
        Optional<Exit> exit,
        Optional<Checkpoint> checkpoint)
        implements Found {
      /** Of a world that does not say more. */
      public Ended(AllocationId allocation, JobId job, int incarnation, Event.End end) {
        this(allocation, job, incarnation, end, Optional.empty(), Optional.empty());
      }
    }
  }
}
