package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.NodeFilter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where expected fragmentation grows least. Source: Weng et al., "Beware of Fragmentation:
 * Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent", USENIX ATC 2023. Score:
 * {@code ⌊100·sigmoid((F before − F after)/1000)⌋}; F(node) = Σ over the typical tasks of
 * probability × (all idle milli when the task cannot use the node or needs no device, else the idle
 * milli of devices that are too small for it). Typical tasks are the most popular kinds up to 95 %
 * of all tasks, of the demand forecast if there is one, else of what has arrived. Memory plays no
 * part in F.
 */
public final class FragmentationGradient implements PlacementScore {
  /**
   * Policy parameter; more than 0: experiments tell the policy the mix of the whole trace in
   * advance, as the published simulator does.
   */
  public static final String KNOWS_MIX = "fgd.knowsMix";

  private static final double COVERED = 0.95;

  private final ScoreContext context;
  private List<Typical> typical = List.of();
  private long known = -1;
  private long epoch;

  /** A kind of task and how often it comes; in F, its probability. */
  private record Typical(Ask ask, double weight) {}

  /** Tasks that differ in memory alone are of one kind. */
  private record Kind(
      Ask.Kind kind,
      long cpuMilli,
      int count,
      int shareMilli,
      String profile,
      DeviceFilter filter,
      NodeFilter where) {
    static Kind of(Ask a) {
      return new Kind(
          a.kind, a.cpuMilli, a.count, a.shareMilli, a.profile, a.filter, a.request.where());
    }
  }

  public FragmentationGradient(ScoreContext context) {
    this.context = context;
  }

  @Override
  public String name() {
    return "fgd";
  }

  /** The mix is learned anew whenever it has grown by a tenth. */
  @Override
  public void begin(long decision) {
    boolean forecast = context.expected().total() > 0;
    long now = forecast ? -2 - context.expected().version() : context.arrived().total();
    boolean stale = forecast ? now != known : known < 0 || now > known + known / 10;
    if (stale) {
      known = now;
      typical = typical(forecast ? context.expected() : context.arrived());
      epoch++;
    }
  }

  @Override
  public long epoch() {
    return epoch;
  }

  private static List<Typical> typical(TaskMix mix) {
    Map<Kind, Typical> kinds = new LinkedHashMap<>();
    for (int i = 0; i < mix.asks().size(); i++) {
      Typical more = new Typical(mix.asks().get(i), mix.count(i));
      kinds.merge(Kind.of(more.ask), more, (a, b) -> new Typical(a.ask, a.weight + b.weight));
    }
    List<Typical> order = new ArrayList<>(kinds.values());
    order.sort(Comparator.comparingDouble((Typical t) -> -t.weight)); // stable: ties by arrival
    double covered = 0;
    int n = 0;
    while (n < order.size() && covered < COVERED * mix.total()) {
      covered += order.get(n++).weight;
    }
    double all = covered;
    return order.subList(0, n).stream().map(t -> new Typical(t.ask, t.weight / all)).toList();
  }

  @Override
  public double score(Node node, Ask ask, DeviceBooking devices) {
    int[] idle = new int[node.deviceCount()];
    for (int d = 0; d < idle.length; d++) {
      idle[d] = node.idleMilli(d);
    }
    double before = fragmentation(node, node.cpuFree(), idle);
    for (long rest = devices.mask(); rest != 0; rest &= rest - 1) {
      int d = Long.numberOfTrailingZeros(rest);
      idle[d] -= Devices.taken(node, ask, devices, d);
    }
    double after = fragmentation(node, node.cpuFree() - ask.cpuMilli, idle);
    return Math.floor(100 / (1 + Math.exp((after - before) / 1000)));
  }

  private double fragmentation(Node node, long cpuFree, int[] idle) {
    int all = 0;
    for (int i : idle) {
      all += i;
    }
    double sum = 0;
    for (Typical t : typical) {
      sum += t.weight * unusable(node, t.ask, cpuFree, idle, all);
    }
    return sum;
  }

  private static int unusable(Node node, Ask ask, long cpuFree, int[] idle, int all) {
    if (ask.kind == Ask.Kind.NONE || ask.cpuMilli > cpuFree || !ask.admits(node.nodeClass())) {
      return all;
    }
    int fitting = 0;
    int small = 0;
    for (int i : idle) {
      if (i >= ask.shareMilli) {
        fitting++;
      } else {
        small += i;
      }
    }
    return fitting >= ask.count ? small : all;
  }
}
