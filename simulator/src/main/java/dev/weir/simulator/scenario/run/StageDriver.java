package dev.weir.simulator.scenario.run;

import dev.weir.control.Capabilities;
import dev.weir.control.Driver;
import dev.weir.control.EventSink;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.simulator.world.SimulatedWorld;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The simulated world as a driver that may be left alone for a while, and that may refuse starts.
 * While nobody observes, the world goes on; what it would have told is found at the next start.
 */
final class StageDriver implements Driver {
  private final SimulatedWorld world;
  private final Map<JobId, Integer> refusals = new LinkedHashMap<>();
  private final Map<NodeId, NodeSpec> nodes = new LinkedHashMap<>();
  private final Map<NodeId, Event.NodeHealthChanged> unready = new LinkedHashMap<>();
  private final Map<String, Event.DeviceHealthChanged> broken = new LinkedHashMap<>();
  private final Map<AllocationId, Found> endedUnseen = new LinkedHashMap<>();
  private final List<Event> untold = new ArrayList<>();
  private @Nullable EventSink sink;
  private boolean begun;

  StageDriver(SimulatedWorld world) {
    this.world = world;
  }

  /** From now on this many starts of the job are refused; 0 = none any more. */
  void refuse(JobId job, int starts) {
    refusals.put(job, starts);
  }

  /** Nobody observes any more. */
  void leaveAlone() {
    sink = null;
  }

  private void happened(Event event) {
    remember(event);
    if (sink != null) {
      sink.offer(event);
    } else if (event instanceof Event.AllocationEnded e) {
      endedUnseen.put(
          e.allocation(), new Found.Ended(e.allocation(), e.job(), e.incarnation(), e.end()));
    } else if (!(event instanceof Event.AllocationStarted)) {
      untold.add(event);
    }
  }

  /** What a new observer must be told. */
  private void remember(Event event) {
    switch (event) {
      case Event.NodeJoined(NodeSpec node) -> {
        NodeSpec former = nodes.put(node.id(), node);
        if (former != null && !former.uid().equals(node.uid())) {
          forgetHealth(node.id());
        }
      }
      case Event.NodeLeft(var id, String _) -> {
        nodes.remove(id);
        forgetHealth(id);
      }
      case Event.NodeHealthChanged h when h.health() == Event.Health.READY ->
          unready.remove(h.node());
      case Event.NodeHealthChanged h -> unready.put(h.node(), h);
      case Event.DeviceHealthChanged h when h.healthy() ->
          broken.remove(h.node() + "/" + h.device());
      case Event.DeviceHealthChanged h -> broken.put(h.node() + "/" + h.device(), h);
      default -> {
        // The rest is no lasting fact.
      }
    }
  }

  private void forgetHealth(NodeId node) {
    unready.remove(node);
    broken.values().removeIf(h -> h.node().equals(node));
  }

  /** A fact that the world tells although nothing happened in it. */
  void tell(Event event) {
    happened(event);
  }

  /** The present host of that name. */
  @Nullable NodeSpec node(NodeId id) {
    return nodes.get(id);
  }

  @Override
  public DomainId domain() {
    return world.domain();
  }

  @Override
  public Capabilities capabilities() {
    return world.capabilities();
  }

  @Override
  public List<Found> found() {
    List<Found> found = new ArrayList<>(world.found());
    found.addAll(endedUnseen.values());
    endedUnseen.clear();
    return found;
  }

  @Override
  public void observe(EventSink value) {
    sink = value;
    if (!begun) {
      begun = true;
      world.observe(this::happened);
      return;
    }
    nodes.values().forEach(node -> value.offer(new Event.NodeJoined(node)));
    unready.values().forEach(value::offer);
    broken.values().forEach(value::offer);
    untold.forEach(value::offer);
    untold.clear();
  }

  @Override
  public void execute(List<Action.ForWorld> actions) {
    List<Action.ForWorld> accepted = new ArrayList<>();
    for (Action.ForWorld action : actions) {
      if (action instanceof Action.Start(var a) && refusals.getOrDefault(a.job(), 0) > 0) {
        refusals.merge(a.job(), -1, Integer::sum);
        tell(
            new Event.StartRefused(
                a.id(), a.job(), a.incarnation(), "the node refuses to launch it"));
      } else {
        accepted.add(action);
      }
    }
    world.execute(accepted);
  }

  @Override
  public void discard(AllocationId allocation) {
    world.discard(allocation);
  }
}
