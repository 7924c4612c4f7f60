package dev.weir.server.runtime;

import dev.weir.control.Capabilities;
import dev.weir.control.Driver;
import dev.weir.control.EventSink;
import dev.weir.control.LiveAllocations;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * Stands for a domain that belongs to another server and cannot be reached from here. What runs
 * there is not known, so it is neither declared lost nor started elsewhere: its nodes take nothing
 * new, and what was decided about it is carried out when its server leads again, because an action
 * that was never answered is executed once more then.
 */
final class AbsentDriver implements Driver {
  private static final String WHY = "its server does not lead";

  private final DomainId domain;
  private final LiveAllocations live;
  private final List<NodeId> nodes;

  AbsentDriver(DomainId domain, LiveAllocations live, List<NodeId> nodes) {
    this.domain = domain;
    this.live = live;
    this.nodes = List.copyOf(nodes);
  }

  @Override
  public DomainId domain() {
    return domain;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(true, false, Capabilities.Isolation.NONE, false, false, false);
  }

  /** Whatever the journal says runs there is taken to run, until somebody looks. */
  @Override
  public List<Found> found() {
    return live.all().stream()
        .filter(l -> l.domain().equals(domain))
        .filter(l -> l.pending().isEmpty() || l.pending().get() instanceof Action.Stop)
        .map(l -> (Found) new Found.Running(l.allocation(), l.job(), l.incarnation()))
        .toList();
  }

  @Override
  public void observe(EventSink sink) {
    for (NodeId node : nodes) {
      sink.offer(new Event.NodeHealthChanged(node, Event.Health.NOT_READY, Optional.of(WHY)));
    }
  }

  @Override
  public void execute(List<Action.ForWorld> actions) {
    // Nobody is there; see above.
  }

  @Override
  public void discard(AllocationId allocation) {
    // Nobody is there; its own driver finds it again.
  }
}
