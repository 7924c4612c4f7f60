package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.Shape;
import dev.weir.model.allocation.DeviceBooking;
import org.jspecify.annotations.Nullable;

/**
 * Where the placement takes least from what the rest of the fleet's idle devices can be expected to
 * be used for. Weir's own score.
 *
 * <p>The worth of a node is the milli-devices that tasks of the mix will probably fill on it:
 *
 * <pre>{@code
 * U(node) = min over prices (μ, ν) of  μ·cpu free + ν·memory free + Σ over devices of V(leftover; μ, ν)
 * score   = U(node after) − U(node before)
 * }</pre>
 *
 * V is the {@link SoftFill} of one device by tasks that pay for their CPU and memory; the minimum
 * over prices is the Lagrangian bound of "CPU and memory must do for all devices of the node", so a
 * node whose devices outlast its CPU is worth what its CPU can serve. {@link Scarcity} keeps the
 * fill from counting on more tasks of a kind than come, {@link BareTasks} makes room for tasks
 * without devices. The mix is that of the tasks that have arrived; no forecast is looked at.
 *
 * <p>It is cheap because V is a table, per set of kinds that a device admits and price, and a score
 * is a few sums over table rows. Tables are made anew when the mix or what is idle has changed
 * enough (see {@link #begin}), from one node per shape or a bounded sample of nodes; in between,
 * scores depend on the shape alone and are remembered there.
 *
 * <p>What is learned is no part of the engine's state: after a recovery it is learned anew.
 */
public final class ExpectedUse implements PlacementScore {
  /** Estimates are renewed after so many arrivals at the latest, or this part of all arrivals. */
  private static final int ARRIVALS = 200;

  private static final int PART = 50;
  private static final int FIRST_ARRIVALS = 8;

  /** Of two equal nodes the one with fewer idle devices, then with less CPU. */
  private static final double PER_IDLE_MILLI = 1e-7;

  private static final double PER_FREE_CPU = 1e-9;

  private final Fleet fleet;
  private final TaskMix mix;
  private final Constants constants;
  private final Scarcity scarcity = new Scarcity();
  private @Nullable Estimate estimate;
  private long epoch;

  /** The estimate is renewed at this number of arrivals, or of node classes. */
  private long due;

  private int classes = -1;

  private @Nullable Node node;
  private @Nullable Shape shape;
  private long shapeEpoch = -1;
  private double before;
  private boolean idle;
  private final double[] worth = new double[PriceGrid.SIZE];
  private final double[] after = new double[PriceGrid.SIZE];

  /** Prices and tables that hold until the next estimate. */
  private record Estimate(PriceGrid prices, FillTables tables) {}

  public ExpectedUse(ScoreContext context) {
    this.fleet = context.fleet();
    this.mix = context.arrived();
    this.constants = Constants.STANDARD;
  }

  private static final double WHOLE_DEVICE = 1000;

  @Override
  public String name() {
    return "weir";
  }

  /**
   * Renews the estimate when there are new classes of nodes, or when the arrivals since the last
   * are {@value #ARRIVALS} or 1/{@value #PART} of all; at first when they have grown by half.
   */
  @Override
  public void begin(long decision) {
    if (estimate == null || mix.total() >= due || fleet.classes().size() != classes) {
      renew();
    }
  }

  @Override
  public long epoch() {
    return epoch;
  }

  private Estimate renew() {
    Kinds kinds = new Kinds(mix, fleet);
    PriceGrid prices = new PriceGrid(fleet);
    FleetSample sample = FleetSample.of(fleet);
    if (estimate != null) {
      System.arraycopy(estimate.prices.bar, 0, prices.bar, 0, PriceGrid.SIZE);
    }
    double horizon = horizon(kinds, sample);
    double[][] weights = weights(kinds, prices);
    FillTables tables = tables(kinds, weights);
    for (int round = 0; round < constants.rounds(); round++) {
      scarcity.adjust(kinds, tables, prices, sample, weights, constants, horizon);
      weights = weights(kinds, prices);
      tables = tables(kinds, weights);
    }
    BareTasks.bar(kinds, tables, prices, sample, horizon);
    Estimate made = new Estimate(prices, tables);
    estimate = made;
    epoch++;
    classes = fleet.classes().size();
    long all = mix.total();
    due = all + Math.clamp(all / 2, FIRST_ARRIVALS, Math.max(ARRIVALS, all / PART));
    return made;
  }

  private FillTables tables(Kinds kinds, double[][] weights) {
    return new FillTables(fleet, kinds, weights, constants.tau(), constants.end());
  }

  /** Demand to come ÷ demand that has arrived. */
  private double horizon(Kinds kinds, FleetSample sample) {
    long idle = 0;
    for (int i = 0; i < sample.nodes().size(); i++) {
      idle += Devices.idle(sample.nodes().get(i)) * sample.counts()[i];
    }
    return kinds.arrivedMilli == 0
        ? 0
        : Math.max(constants.idleShare() * idle / kinds.arrivedMilli, constants.arrivedShare());
  }

  /** Per price and kind the weight in the fill. */
  private double[][] weights(Kinds kinds, PriceGrid prices) {
    double[][] weights = new double[PriceGrid.SIZE][kinds.size()];
    for (int k = 0; k < kinds.size(); k++) {
      double gain = kinds.milli[k] - scarcity.of(kinds.ask[k]);
      for (int j = 0; j < PriceGrid.SIZE; j++) {
        double net = gain - prices.cpu[j] * kinds.cpu[k] - prices.memory[j] * kinds.memory[k];
        weights[j][k] = kinds.popularity[k] * StrictMath.exp(net / constants.tau());
      }
    }
    return weights;
  }

  @Override
  public double score(Node candidate, Ask ask, DeviceBooking devices) {
    Estimate now = estimate == null ? renew() : estimate;
    look(now, candidate);
    System.arraycopy(worth, 0, after, 0, PriceGrid.SIZE);
    for (long rest = devices.mask(); rest != 0; rest &= rest - 1) {
      int d = Long.numberOfTrailingZeros(rest);
      double[][] value = now.tables.table(now.tables.numberOf(candidate, d)).value;
      double[] had = value[Leftover.units(candidate, d)];
      double[] keeps = value[Leftover.unitsAfter(candidate, ask, devices, d)];
      for (int j = 0; j < PriceGrid.SIZE; j++) {
        after[j] += keeps[j] - had[j];
      }
    }
    double least =
        now.prices.least(
            candidate.cpuFree() - ask.cpuMilli, candidate.memoryFree() - ask.memoryBytes, after);
    return least - before - breaking(candidate, devices) - cutting(candidate, devices);
  }

  /** What it costs to use a part of a node of several devices that are all idle. */
  private double breaking(Node candidate, DeviceBooking devices) {
    int all = candidate.deviceCount();
    if (all < 2 || devices.mask() == 0 || !idle) {
      return 0;
    }
    boolean takesAll =
        devices instanceof DeviceBooking.Whole && Long.bitCount(devices.mask()) == all;
    return takesAll ? 0 : constants.wholeNode() * all;
  }

  /**
   * An instance goes to a device that is cut already: one that is whole can still become anything.
   */
  private static double cutting(Node candidate, DeviceBooking devices) {
    if (!(devices instanceof DeviceBooking.Mig)) {
      return 0;
    }
    double cost = 0;
    for (long rest = devices.mask(); rest != 0; rest &= rest - 1) {
      cost += candidate.usedSlices(Long.numberOfTrailingZeros(rest)) == 0 ? WHOLE_DEVICE : 0;
    }
    return cost;
  }

  /** Works out what the node is worth as it is, unless it is the one that was looked at last. */
  private void look(Estimate now, Node candidate) {
    Shape its = fleet.shapeOf(candidate);
    if (its != null && candidate == node && its == shape && epoch == shapeEpoch) {
      return;
    }
    node = candidate;
    shape = its;
    shapeEpoch = epoch;
    now.tables.sum(candidate, worth);
    long idleMilli = Devices.idle(candidate);
    idle = idleMilli == 1000L * candidate.deviceCount();
    before =
        now.prices.least(candidate.cpuFree(), candidate.memoryFree(), worth)
            + PER_IDLE_MILLI * idleMilli
            + PER_FREE_CPU * candidate.cpuFree();
  }
}
