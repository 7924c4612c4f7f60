package dev.weir.engine.ledger;

import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.TaskRequest;
import java.util.Arrays;

/**
 * A task request, interned: equal requests are one object, so that what was found out about one
 * holds for all. Amounts are plain numbers for the ledger.
 */
public final class Ask {
  /** What is asked of devices. */
  public enum Kind {
    NONE,
    WHOLE,
    FRACTION,
    MIG
  }

  private static final byte UNKNOWN = 0;
  private static final byte ADMITS = 1;
  private static final byte REFUSES = 2;

  /** Position in the interning table; dense from 0. */
  public final int id;

  public final TaskRequest request;
  public final long cpuMilli;
  public final long memoryBytes;
  public final Kind kind;

  /** Devices or instances asked for; 0 for {@link Kind#NONE}. */
  public final int count;

  /** Share per device in milli; 1000 for whole devices, 0 when not a fraction. */
  public final int shareMilli;

  /** Device memory per device of a fraction; 0 = in proportion to the share. */
  public final long shareBytes;

  /** MIG profile, empty when none. */
  public final String profile;

  public final DeviceFilter filter;

  /** Whether labels that differ inside a node class must be looked at. */
  public final boolean perNode;

  private byte[] classes = new byte[8];

  Ask(int id, TaskRequest request, boolean perNode) {
    this.id = id;
    this.request = request;
    this.perNode = perNode;
    this.cpuMilli = request.cpu().milli();
    this.memoryBytes = request.memory().value();
    switch (request.devices()) {
      case DeviceRequest.None none -> {
        kind = Kind.NONE;
        count = 0;
        shareMilli = 0;
        shareBytes = 0;
        profile = "";
        filter = DeviceFilter.ANY;
      }
      case DeviceRequest.Whole whole -> {
        kind = Kind.WHOLE;
        count = whole.count();
        shareMilli = 1000;
        shareBytes = 0;
        profile = "";
        filter = whole.filter();
      }
      case DeviceRequest.Fraction fraction -> {
        kind = Kind.FRACTION;
        count = fraction.count();
        shareMilli = fraction.share().milli();
        shareBytes = fraction.memory().value();
        profile = "";
        filter = fraction.filter();
      }
      case DeviceRequest.Mig mig -> {
        kind = Kind.MIG;
        count = mig.count();
        shareMilli = 0;
        shareBytes = 0;
        profile = mig.profile();
        filter = mig.filter();
      }
    }
  }

  /** Whether nodes of this class may take such a task at all: labels, taints, device models. */
  public boolean admits(NodeClass nodeClass) {
    if (nodeClass.id >= classes.length) {
      classes = Arrays.copyOf(classes, Math.max(classes.length * 2, nodeClass.id + 1));
    }
    byte known = classes[nodeClass.id];
    if (known == UNKNOWN) {
      known = nodeClass.refusal(this).isEmpty() ? ADMITS : REFUSES;
      classes[nodeClass.id] = known;
    }
    return known == ADMITS;
  }

  /** Forgets what was found out about classes; their meaning changed. */
  void forget() {
    Arrays.fill(classes, UNKNOWN);
  }

  /** Memory booked per device of a fraction on a device of {@code deviceBytes}. */
  public long bytesOn(long deviceBytes) {
    return shareBytes > 0 ? shareBytes : Math.ceilDiv(deviceBytes * shareMilli, 1000L);
  }

  /** Milli-devices that the whole task is charged on devices of the given memory (W4). */
  public int chargeMilli(long deviceBytes) {
    return switch (kind) {
      case NONE, MIG -> 0; // an instance's charge is its table's, see NodeClass
      case WHOLE -> 1000 * count;
      case FRACTION ->
          count
              * Math.max(
                  shareMilli,
                  deviceBytes == 0 || shareBytes == 0
                      ? 0 // memory in proportion to the share, rounded up, is no further charge
                      : (int)
                          Math.min(1000, Math.ceilDiv(bytesOn(deviceBytes) * 1000, deviceBytes)));
    };
  }

  @Override
  public String toString() {
    return "ask" + id;
  }
}
