package dev.weir.engine.queue;

import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Resources;
import dev.weir.model.fleet.Resource;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue of the tenants' tree with its bookings, which include those of the queues below it. Jobs
 * wait in leaves.
 *
 * <p>A guarantee speaks of the resources that it names. Two rules fill the gaps: a queue that names
 * no guarantee of a resource has the sum of its children's; and a guarantee of some device model is
 * none of any other model, unless {@code devices} as a whole is guaranteed too. Resources of which
 * it says nothing, usually CPU and memory, come along with what it does guarantee.
 */
public final class Queue {
  /** Answers of {@link #guaranteed} and {@link #limit} where nothing is said. */
  public static final long UNSAID = Long.MAX_VALUE;

  public final QueueId id;

  private final Resources resources;
  final Usage usage = new Usage();
  final Waiting waiting;

  QueueSpec spec;

  /** The queue above; the tree's own root above top queues. */
  @Nullable Queue above;

  final List<Queue> children = new ArrayList<>();

  /** Position in the configuration: the tie-break between queues. */
  int position;

  private long[] guaranteed = new long[0];
  private long[] limit = new long[0];
  private boolean anyDeviceGuarantee;
  private long[] demand = new long[4];

  /** Counts up whenever something booked here is given back. */
  long givenBack;

  final Turn turn = new Turn();

  Queue(QueueSpec spec, QueueTree tree) {
    this.id = spec.id();
    this.spec = spec;
    this.resources = tree.resources();
    this.waiting = new Waiting(this, tree);
  }

  /** The queue above; null for a top queue. */
  public @Nullable Queue parent() {
    return above == null || above.above == null ? null : above;
  }

  /** The queues below, in the order of configuration. */
  public List<Queue> children() {
    return Collections.unmodifiableList(children);
  }

  public boolean leaf() {
    return children.isEmpty();
  }

  /** As it was configured last. */
  public QueueSpec spec() {
    return spec;
  }

  public double weight() {
    return spec.weight();
  }

  /** The jobs that wait here; only leaves have any. */
  public Waiting waiting() {
    return waiting;
  }

  /** What the running jobs of this queue and those below are charged. */
  public long booked(int resource) {
    return usage.booked(resource);
  }

  /** The part of it that the engine may not take away. */
  public long bookedUnpreemptible(int resource) {
    return usage.unpreemptible(resource);
  }

  /** What running and waiting jobs ask for at the least. */
  public long demand(int resource) {
    return booked(resource) + (resource < demand.length ? demand[resource] : 0);
  }

  /** What the queue can always have back; {@link #UNSAID} where its guarantee does not speak. */
  public long guaranteed(int resource) {
    if (said(resource)) {
      return guaranteed[resource];
    }
    return anyDeviceGuarantee && oneModel(resource) ? 0 : UNSAID;
  }

  private boolean oneModel(int resource) {
    return !said(Resources.DEVICES) && resources.name(resource).startsWith(Resource.DEVICES + "/");
  }

  /** What it can never exceed; {@link #UNSAID} = no limit. */
  public long limit(int resource) {
    return resource < limit.length ? limit[resource] : UNSAID;
  }

  boolean anyRule() {
    return limit.length > 0 || guaranteed.length > 0;
  }

  /**
   * Whether the queue would be inside its guarantee with this charge added. False when the
   * guarantee says nothing about anything charged.
   */
  public boolean withinGuarantee(Charge added) {
    boolean spokenOf = false;
    for (int i = 0; i < added.resources().length; i++) {
      long most = guaranteed(added.resources()[i]);
      if (most != UNSAID) {
        spokenOf = true;
        if (booked(added.resources()[i]) + added.amounts()[i] > most) {
          return false;
        }
      }
    }
    return spokenOf;
  }

  /**
   * Whether the queue is above its guarantee in something of this charge, so that a queue below its
   * own guarantee may have it. A queue whose guarantee says nothing of it is above with any
   * booking.
   */
  public boolean aboveGuarantee(Charge taken) {
    boolean spokenOf = false;
    for (int i = 0; i < taken.resources().length; i++) {
      long most = guaranteed(taken.resources()[i]);
      if (most != UNSAID) {
        spokenOf = true;
        if (booked(taken.resources()[i]) > most) {
          return true;
        }
      }
    }
    return !spokenOf;
  }

  /** Whether the queue would keep its guarantee with this charge gone. */
  public boolean keepsGuarantee(Charge taken) {
    for (int i = 0; i < taken.resources().length; i++) {
      long most = guaranteed(taken.resources()[i]);
      if (most != UNSAID && booked(taken.resources()[i]) - taken.amounts()[i] < most) {
        return false;
      }
    }
    return true;
  }

  /** By how much the queue is above its guarantee; negative = by how much below; 0 if unsaid. */
  public long excess(int resource) {
    long most = guaranteed(resource);
    return most == UNSAID ? 0 : booked(resource) - most;
  }

  /** Used ÷ guaranteed, the largest over what is charged and guaranteed; 0 when nothing is. */
  double guaranteeRatio(Charge charge) {
    double ratio = 0;
    for (int r : charge.resources()) {
      long most = guaranteed(r);
      if (most != UNSAID && most > 0) {
        ratio = Math.max(ratio, (double) booked(r) / most);
      }
    }
    return ratio;
  }

  /** Guarantees and limits by resource number, from the spec and the children, deepest first. */
  void settleRules() {
    int size = resources.size();
    guaranteed = spec.guaranteed().isEmpty() && children.isEmpty() ? new long[0] : unsaid(size);
    deriveGuarantee();
    spec.guaranteed().forEach((name, n) -> guaranteed[resources.number(name)] = n);
    limit = spec.limit().isEmpty() ? new long[0] : unsaid(size);
    spec.limit().forEach((name, n) -> limit[resources.number(name)] = n);
    anyDeviceGuarantee = false;
    for (int r = 0; r < guaranteed.length; r++) {
      anyDeviceGuarantee |= said(r) && resources.name(r).startsWith(Resource.DEVICES);
    }
  }

  /** The children's sums. One child that guarantees devices of any model makes it that of all. */
  private void deriveGuarantee() {
    boolean anyModel = children.stream().anyMatch(c -> c.said(Resources.DEVICES));
    for (Queue c : children) {
      for (int r = 0; r < c.guaranteed.length; r++) {
        boolean devices = resources.name(r).startsWith(Resource.DEVICES);
        if (c.said(r) && !(anyModel && devices)) {
          guaranteed[r] = (said(r) ? guaranteed[r] : 0) + c.guaranteed[r];
        }
      }
    }
    if (anyModel) {
      guaranteed[Resources.DEVICES] = children.stream().mapToLong(Queue::guaranteedDevices).sum();
    }
  }

  boolean said(int resource) {
    return resource < guaranteed.length && guaranteed[resource] != UNSAID;
  }

  /** Guaranteed devices of whatever model. */
  long guaranteedDevices() {
    if (said(Resources.DEVICES)) {
      return guaranteed[Resources.DEVICES];
    }
    long sum = 0;
    for (int r = 0; r < guaranteed.length; r++) {
      sum += said(r) && resources.name(r).startsWith(Resource.DEVICES + "/") ? guaranteed[r] : 0;
    }
    return sum;
  }

  private static long[] unsaid(int size) {
    long[] amounts = new long[size];
    Arrays.fill(amounts, UNSAID);
    return amounts;
  }

  void demand(Charge charge, int sign) {
    for (int i = 0; i < charge.resources().length; i++) {
      int r = charge.resources()[i];
      if (r >= demand.length) {
        demand = Arrays.copyOf(demand, Math.max(r + 1, demand.length * 2));
      }
      demand[r] += sign * charge.amounts()[i];
    }
  }

  void demandOf(List<Queue> parts) {
    Arrays.fill(demand, 0);
    for (Queue part : parts) {
      for (int r = 0; r < part.demand.length; r++) {
        demand(new Charge(new int[] {r}, new long[] {part.demand[r]}), 1);
      }
    }
  }

  @Override
  public String toString() {
    return id.value();
  }
}
