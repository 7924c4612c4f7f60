package dev.weir.control;

import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Node;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What has been asked of the worlds and is not over, as a fold of the journal: which allocations
 * live, where, and which action on each has no answer yet. It routes actions to domains and is what
 * a driver's findings are compared with after a restart.
 */
public final class LiveAllocations {
  private final Map<NodeId, DomainId> domains = new HashMap<>();
  private final Map<AllocationId, Live> live = new LinkedHashMap<>();
  private final Map<String, Action.ReshapeMig> reshapes = new TreeMap<>();

  /** One allocation that was asked for and has not ended. */
  public static final class Live {
    private final AllocationId allocation;
    private final JobId job;
    private final DomainId domain;
    private int incarnation;
    private Action.@Nullable ForWorld pending;

    private Live(Action.Start start, DomainId domain) {
      this.allocation = start.allocation().id();
      this.job = start.allocation().job();
      this.incarnation = start.allocation().incarnation();
      this.domain = domain;
      this.pending = start;
    }

    private Live(Snapshot.Asked asked) {
      allocation = asked.allocation();
      job = asked.job();
      domain = asked.domain();
      incarnation = asked.incarnation();
      pending = asked.pending().orElse(null);
    }

    public AllocationId allocation() {
      return allocation;
    }

    public JobId job() {
      return job;
    }

    public DomainId domain() {
      return domain;
    }

    /** The newest incarnation that was asked for. */
    public int incarnation() {
      return incarnation;
    }

    /** The action that the world has not answered. */
    public Optional<Action.ForWorld> pending() {
      return Optional.ofNullable(pending);
    }
  }

  List<Snapshot.Asked> snapshot() {
    List<Snapshot.Asked> all = new ArrayList<>(live.size());
    for (Live l : live.values()) {
      all.add(new Snapshot.Asked(l.allocation, l.job, l.domain, l.incarnation, l.pending()));
    }
    return all;
  }

  List<Action.ReshapeMig> reshapes() {
    return List.copyOf(reshapes.values());
  }

  /**
   * @param fleet whose nodes say to which domain they belong
   */
  void restore(Snapshot snapshot, Fleet fleet) {
    for (Node node : fleet.nodes()) {
      if (fleet.find(node.id()) == node) {
        domains.put(node.id(), node.spec().domain());
      }
    }
    snapshot.asked().forEach(a -> live.put(a.allocation(), new Live(a)));
    snapshot.reshapes().forEach(r -> reshapes.put(r.node() + "/" + r.device(), r));
  }

  /** Folds one turn: first its facts, then its decisions. */
  public void fold(Turn turn) {
    turn.events().forEach(this::fold);
    for (Action action : turn.plan().actions()) {
      if (action instanceof Action.ForWorld forWorld) {
        fold(forWorld);
      }
    }
  }

  private void fold(Event event) {
    switch (event) {
      case Event.NodeJoined(NodeSpec node) -> domains.put(node.id(), node.domain());
      case Event.AllocationStarted e -> answered(e.allocation(), e.incarnation());
      case Event.AllocationResized e -> answered(e.allocation(), e.incarnation());
      case Event.StartRefused e -> ended(e.allocation(), e.incarnation());
      case Event.AllocationEnded e -> ended(e.allocation(), e.incarnation());
      case Event.MigLayoutObserved e -> reshapes.remove(e.node() + "/" + e.device());
      default -> {
        // No other fact answers an action.
      }
    }
  }

  private void fold(Action.ForWorld action) {
    switch (action) {
      case Action.Start start -> {
        DomainId domain = domainOf(start.allocation().tasks().getFirst().node());
        live.put(start.allocation().id(), new Live(start, domain));
      }
      case Action.Stop stop -> asked(stop.allocation(), stop, Optional.empty());
      case Action.Resize resize ->
          asked(resize.allocation(), resize, Optional.of(resize.incarnation()));
      case Action.ReshapeMig reshape ->
          reshapes.put(reshape.node() + "/" + reshape.device(), reshape);
    }
  }

  private void asked(AllocationId id, Action.ForWorld action, Optional<Integer> incarnation) {
    Live l = live.get(id);
    if (l != null) {
      l.pending = action;
      incarnation.ifPresent(i -> l.incarnation = i);
    }
  }

  /** A stop is answered by the end alone; a start that comes late does not answer it. */
  private void answered(AllocationId id, int incarnation) {
    Live l = live.get(id);
    if (l != null && l.incarnation == incarnation && !(l.pending instanceof Action.Stop)) {
      l.pending = null;
    }
  }

  /** The end of any incarnation is the end: one that is being resized may end as the former one. */
  private void ended(AllocationId id, int incarnation) {
    Live l = live.get(id);
    if (l != null && incarnation <= l.incarnation) {
      live.remove(id);
    }
  }

  /** The domain of a node that has joined. */
  public DomainId domainOf(NodeId node) {
    DomainId domain = domains.get(node);
    if (domain == null) {
      throw new IllegalStateException("a decision names node " + node + ", which never joined");
    }
    return domain;
  }

  /** The allocation, while it lives. */
  public Optional<Live> find(AllocationId id) {
    return Optional.ofNullable(live.get(id));
  }

  /** In the order of their starts. */
  public Collection<Live> all() {
    return java.util.Collections.unmodifiableCollection(live.values());
  }

  /** Where an action goes; empty when it concerns an allocation that is over. */
  Optional<DomainId> target(Action.ForWorld action) {
    return switch (action) {
      case Action.Start s -> Optional.of(domainOf(s.allocation().tasks().getFirst().node()));
      case Action.Stop s -> find(s.allocation()).map(Live::domain);
      case Action.Resize r -> find(r.allocation()).map(Live::domain);
      case Action.ReshapeMig r -> Optional.of(domainOf(r.node()));
    };
  }

  /** Actions for a domain that have no answer, in the order of the allocations' starts. */
  public List<Action.ForWorld> unanswered(DomainId domain) {
    List<Action.ForWorld> actions = new ArrayList<>();
    for (Action.ReshapeMig r : reshapes.values()) {
      if (domain.equals(domains.get(r.node()))) {
        actions.add(r);
      }
    }
    for (Live l : live.values()) {
      if (l.domain.equals(domain) && l.pending != null) {
        actions.add(l.pending);
      }
    }
    return actions;
  }
}
