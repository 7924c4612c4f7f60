package dev.weir.server.stream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.api.wire.EventView;
import dev.weir.control.Turn;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.server.access.Caller;
import dev.weir.server.access.Role;
import dev.weir.server.view.ModelJson;
import dev.weir.store.JobRow;
import dev.weir.store.Reads;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The events of a turn that a caller may see: of jobs those of queues that the caller sees, of the
 * fleet all, of settings none. What a job was given (its environment, its command) is not among
 * them.
 */
public final class PublicEvents {
  private static final int KEPT = 10_000;

  private final Reads reads;
  private final Caller caller;

  /** Queues of jobs, so that a stream does not ask for each event. */
  private final Map<JobId, String> queues =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<JobId, String> eldest) {
          return size() > KEPT;
        }
      };

  public PublicEvents(Reads reads, Caller caller) {
    this.reads = reads;
    this.caller = caller;
  }

  /**
   * Facts first, then decisions.
   *
   * @param after position in the turn of the last event seen; -1 = none of it
   */
  public List<EventView> of(Turn turn, int after) {
    List<Object> all = new ArrayList<>(turn.events());
    all.addAll(turn.plan().actions());
    List<EventView> views = new ArrayList<>();
    for (int i = Math.max(0, after + 1); i < all.size(); i++) {
      view(turn, i, all.get(i)).ifPresent(views::add);
    }
    return views;
  }

  private Optional<EventView> view(Turn turn, int position, Object what) {
    JsonNode data =
        what instanceof Event.JobSubmitted submitted ? shortly(submitted) : ModelJson.tree(what);
    Optional<JobId> job = job(what);
    boolean inside =
        what instanceof Event.SettingChanged || what instanceof Event.FromControl && job.isEmpty();
    if (inside || (job.isPresent() ? !seesJob(what, job.get()) : !seesFleet(what))) {
      return Optional.empty();
    }
    return Optional.of(
        new EventView(
            turn.sequence() + "-" + position,
            turn.sequence(),
            Instant.ofEpochMilli(turn.at()),
            what.getClass().getSimpleName(),
            job.map(JobId::toString),
            what instanceof Action.Reject reject
                ? Optional.of(reject.verdict().sentence())
                : Optional.empty(),
            data));
  }

  private boolean seesJob(Object what, JobId id) {
    if (what instanceof Event.JobSubmitted submitted) {
      queues.put(id, submitted.job().queue().value());
    }
    String queue =
        queues.computeIfAbsent(
            id, key -> reads.job(key).map(JobRow::queue).map(Object::toString).orElse(""));
    return caller.rights().everywhere(Role.VIEWER) || !queue.isEmpty() && caller.sees(queue);
  }

  /** Who shares the fleet how is not everybody's business; how its nodes are is. */
  private boolean seesFleet(Object what) {
    return caller.rights().everywhere(Role.VIEWER) || what instanceof Event.FromWorld;
  }

  private static JsonNode shortly(Event.JobSubmitted submitted) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put("id", submitted.job().id().toString());
    node.put("name", submitted.job().name());
    node.put("user", submitted.job().user());
    node.put("queue", submitted.job().queue().value());
    return node;
  }

  private static Optional<JobId> job(Object what) {
    return switch (what) {
      case Event.JobSubmitted e -> Optional.of(e.job().id());
      case Event.JobCancelled e -> Optional.of(e.job());
      case Event.JobSuspended e -> Optional.of(e.job());
      case Event.JobResumed e -> Optional.of(e.job());
      case Event.PriorityChanged e -> Optional.of(e.job());
      case Event.AllocationStarted e -> Optional.of(e.job());
      case Event.StartRefused e -> Optional.of(e.job());
      case Event.CheckpointCompleted e -> Optional.of(e.job());
      case Event.TaskLost e -> Optional.of(e.job());
      case Event.AllocationEnded e -> Optional.of(e.job());
      case Event.AllocationResized e -> Optional.of(e.job());
      case Event.DurationForecastMade e -> Optional.of(e.job());
      case Action.Start a -> Optional.of(a.allocation().job());
      case Action.Stop a -> Optional.of(a.job());
      case Action.Resize a -> Optional.of(a.job());
      case Action.Reject a -> Optional.of(a.job());
      case Action.Fail a -> Optional.of(a.job());
      case Action.Plan a -> Optional.of(a.job());
      default -> Optional.empty();
    };
  }
}
