package dev.weir.server.health;

import dev.weir.driver.local.health.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the rules remember of a node over restarts of the server: how far the kernel log has been
 * read, and the errors of the last week. A setting of the journal. Of a storm of equal errors the
 * newest are kept, more than any rule counts.
 *
 * @param boot the start of the machine that the log belongs to
 * @param seenNanos time since that start of the newest report that was judged; negative = none
 */
public record HealthMemory(String boot, long seenNanos, List<Seen> faults) {
  static final HealthMemory EMPTY = new HealthMemory("", -1, List.of());

  /** Rules look back a week at most. */
  static final Duration KEPT = Duration.ofDays(7);

  private static final int ALIKE = 16;
  private static final int TEXT = 200;

  /**
   * An error, by the identity of its device where that is known.
   *
   * @param device its position at that time
   */
  public record Seen(
      Instant time, int device, String uuid, int xid, String text, Optional<String> task) {}

  public HealthMemory {
    faults = List.copyOf(faults);
  }

  HealthMemory read(String ofBoot, Duration seen) {
    return new HealthMemory(ofBoot, seen.toNanos(), faults);
  }

  /** With one more error, without those that are too old or too many. */
  HealthMemory and(Fault fault, String uuid) {
    List<Seen> all = new ArrayList<>(faults);
    String text = fault.text().substring(0, Math.min(TEXT, fault.text().length()));
    all.add(new Seen(fault.time(), fault.device(), uuid, fault.xid(), text, fault.task()));
    Instant start = fault.time().minus(KEPT);
    Map<List<Object>, Integer> alike = new java.util.HashMap<>();
    List<Seen> kept = new ArrayList<>();
    for (Seen one : all.reversed()) {
      int count = alike.merge(List.of(one.device, one.xid, one.task), 1, Integer::sum);
      if (!one.time.isBefore(start) && count <= ALIKE) {
        kept.addFirst(one);
      }
    }
    return new HealthMemory(boot, seenNanos, kept);
  }

  /**
   * The errors of the devices that the node has now.
   *
   * @param positions position by identity
   */
  List<Fault> faults(Map<String, Integer> positions) {
    List<Fault> now = new ArrayList<>();
    for (Seen one : faults) {
      Integer position = one.uuid.isEmpty() ? Integer.valueOf(one.device) : positions.get(one.uuid);
      if (position != null) {
        now.add(new Fault(one.time, position, one.xid, one.text, one.task));
      }
    }
    return now;
  }

  /** Positions by identity. */
  static Map<String, Integer> positions(List<String> uuids) {
    Map<String, Integer> positions = new TreeMap<>();
    for (int i = 0; i < uuids.size(); i++) {
      if (!uuids.get(i).isEmpty()) {
        positions.put(uuids.get(i), i);
      }
    }
    return positions;
  }
}
