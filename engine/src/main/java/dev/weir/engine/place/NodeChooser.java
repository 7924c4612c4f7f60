package dev.weir.engine.place;

import dev.weir.engine.claim.Claims;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.NodeClass;
import dev.weir.engine.ledger.NodeSet;
import dev.weir.engine.ledger.Shape;
import dev.weir.engine.score.Scores;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.job.NodeFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The best node for one task. Over the whole fleet nodes are compared by shape, so that the cost is
 * that of the distinct shapes; inside narrower domains the first {@value #NARROW} nodes with room
 * are compared, fewest free devices first. Equal scores go to the node that joined first.
 */
final class NodeChooser {
  private static final int NARROW = 128;

  private final Fleet fleet;
  private final Claims claims;
  private Scores scores;
  private long epoch;
  private long users;

  /** Nodes and shapes looked at since the last reset: the unit of a pass's budget. */
  private long work;

  private @Nullable Node bestNode;
  private @Nullable DeviceBooking bestDevices;
  private double best;

  NodeChooser(Fleet fleet, Claims claims, Scores scores) {
    this.fleet = fleet;
    this.claims = claims;
    this.scores = scores;
  }

  void use(Scores other) {
    scores = other;
    users++; // shapes remember scores by epoch, and another's epochs are counted from 0 again
  }

  long work() {
    return work;
  }

  /** The best place, or null when no node has room. */
  @Nullable NodeChoice best(Search s, long decision) {
    bestNode = null;
    bestDevices = null;
    best = Shape.UNFIT;
    scores.begin(decision);
    epoch = (users << 40) + scores.epoch();
    if (s.single() != null) {
      consider(s, s.single());
    } else if (s.within().level == 0 && comparableByShape(s)) {
      byShape(s);
    } else {
      byNode(s);
    }
    return bestNode == null || bestDevices == null
        ? null
        : new NodeChoice(bestNode, bestDevices, best);
  }

  private boolean comparableByShape(Search s) {
    return scores.byShape()
        && s.neighbours() == null
        && s.ask().request.where().preferred().isEmpty();
  }

  private void byShape(Search s) {
    for (NodeClass c : fleet.classes()) {
      if (!s.ask().admits(c)) {
        continue;
      }
      List<Shape> shapes = fleet.shapes(c);
      for (int i = 0; i < shapes.size(); i++) {
        Shape shape = shapes.get(i);
        double score = shapeScore(s, shape);
        if (score > best || score == best && score != Shape.UNFIT) {
          firstOpen(s, shape, score);
        }
      }
    }
    if (bestNode != null && bestDevices == null) {
      take(s, bestNode, -1L);
    }
    work++;
  }

  private double shapeScore(Search s, Shape shape) {
    boolean remember = s.pool() == DeviceOptions.ANY_POOL;
    double score = remember ? shape.remembered(s.ask(), epoch) : Double.NaN;
    if (Double.isNaN(score)) {
      score = rate(fleet.node(shape.nodes().first()), s.ask(), -1L, s.pool());
      work++;
      if (remember) {
        shape.remember(s.ask(), epoch, score);
      }
    }
    return score;
  }

  /**
   * The first node of the shape that nothing else forbids, if it beats the best so far; its devices
   * are chosen when it has won.
   */
  private void firstOpen(Search s, Shape shape, double score) {
    NodeSet nodes = shape.nodes();
    for (int n = nodes.first(); n >= 0; n = nodes.next(n + 1)) {
      if (score == best && bestNode != null && bestNode.index < n) {
        return;
      }
      Node node = fleet.node(n);
      if (claims.concern(node, s.job())) {
        consider(s, node);
        if (bestNode == node) {
          return;
        }
      } else if (allowed(s, node)) {
        best = score;
        bestNode = node;
        bestDevices = null;
        return;
      }
      work++;
    }
  }

  private void byNode(Search s) {
    Ask ask = s.ask();
    Domain domain = s.within();
    if (ask.kind == Ask.Kind.WHOLE && scores.byShape()) {
      byFreeDevices(s, domain);
      return;
    }
    NodeSet nodes = domain.members();
    for (int n = nodes.first(); n >= 0; n = nodes.next(n + 1)) {
      consider(s, fleet.node(n));
    }
  }

  private void byFreeDevices(Search s, Domain domain) {
    int seen = 0;
    int[] pools =
        s.pool() == DeviceOptions.ANY_POOL ? fleet.pools().accepted(s.ask()) : new int[] {s.pool()};
    for (int pool : pools) {
      int most = domain.mostFree(pool);
      for (int free = s.ask().count; free <= most; free++) {
        NodeSet nodes = domain.withFree(pool, free);
        if (nodes == null) {
          continue;
        }
        for (int n = nodes.first(); n >= 0; n = nodes.next(n + 1)) {
          if (consider(s, fleet.node(n)) && ++seen >= NARROW) {
            return;
          }
        }
      }
    }
  }

  /** Compares one node; whether it had room. */
  private boolean consider(Search s, Node node) {
    work++;
    if (!node.usable() || !s.ask().admits(node.nodeClass()) || !allowed(s, node)) {
      return false;
    }
    Shape shape = likeItsShape(s, node);
    if (shape != null) {
      return considerShape(s, node, shape);
    }
    long open = open(s, node);
    double bestHere = Shape.UNFIT;
    DeviceBooking devicesHere = null;
    for (DeviceBooking devices : DeviceOptions.of(node, s.ask(), open, s.pool())) {
      if (heeds(s, node, devices)) {
        double score = scores.score(node, s.ask(), devices) + wishes(s, node);
        if (devicesHere == null || better(node, score, devices, bestHere, devicesHere)) {
          bestHere = score;
          devicesHere = devices;
        }
      }
    }
    if (devicesHere == null) {
      return false;
    }
    if (bestHere > best || bestHere == best && (bestNode == null || node.index < bestNode.index)) {
      best = bestHere;
      bestNode = node;
      bestDevices = devicesHere;
    }
    return true;
  }

  /** The node's shape when its score says all about the node: no claims, no wishes, one model. */
  private @Nullable Shape likeItsShape(Search s, Node node) {
    return comparableByShape(s)
            && node.nodeClass().pools.length == 1
            && (s.pool() == DeviceOptions.ANY_POOL || s.pool() == node.nodeClass().pools[0])
            && !claims.concern(node, s.job())
        ? fleet.shapeOf(node)
        : null;
  }

  private boolean considerShape(Search s, Node node, Shape shape) {
    double score = shape.remembered(s.ask(), epoch);
    if (Double.isNaN(score)) {
      score = rate(node, s.ask(), -1L, DeviceOptions.ANY_POOL);
      shape.remember(s.ask(), epoch, score);
    }
    if (score == Shape.UNFIT) {
      return false;
    }
    if (score > best || score == best && (bestNode == null || node.index < bestNode.index)) {
      best = score;
      take(s, node, -1L);
    }
    return true;
  }

  private boolean better(
      Node node, double score, DeviceBooking devices, double best, DeviceBooking than) {
    return score > best
        || (score == best && scores.preference(node, devices) > scores.preference(node, than));
  }

  private void take(Search s, Node node, long open) {
    double bestHere = Shape.UNFIT;
    DeviceBooking devicesHere = null;
    List<DeviceBooking> options = DeviceOptions.of(node, s.ask(), open, s.pool());
    for (DeviceBooking devices : options) {
      double score = options.size() == 1 ? best : scores.score(node, s.ask(), devices);
      if (devicesHere == null || better(node, score, devices, bestHere, devicesHere)) {
        bestHere = score;
        devicesHere = devices;
      }
    }
    bestDevices = devicesHere;
    bestNode = node;
  }

  private double rate(Node node, Ask ask, long open, int pool) {
    double most = Shape.UNFIT;
    for (DeviceBooking devices : DeviceOptions.of(node, ask, open, pool)) {
      most = Math.max(most, scores.score(node, ask, devices));
    }
    return most;
  }

  private long open(Search s, Node node) {
    return s.options().heedClaims() && claims.concern(node, s.job())
        ? claims.openDevices(node, s.ask(), s.job(), s.options().from(), s.options().until())
        : -1L;
  }

  private boolean heeds(Search s, Node node, DeviceBooking devices) {
    return !s.options().heedClaims()
        || !claims.concern(node, s.job())
        || claims.leaves(node, s.ask(), devices, s.job(), s.options().from(), s.options().until());
  }

  /** Conditions that differ between nodes of one class. */
  private boolean allowed(Search s, Node node) {
    return node.portsFree(s.ask())
        && (s.options().only() == null || s.options().only().test(node))
        && (!s.ask().perNode || s.ask().request.where().matches(node.spec().labels()))
        && (s.neighbours() == null || s.neighbours().allow(node));
  }

  /** Preferred affinity and neighbours, small enough to decide only between equal placements. */
  private static double wishes(Search s, Node node) {
    double sum = s.neighbours() == null ? 0 : s.neighbours().wish(node);
    for (NodeFilter.Preferred p : s.ask().request.where().preferred()) {
      sum += p.term().holds(node.spec().labels()) ? p.weight() : 0;
    }
    return sum;
  }
}
