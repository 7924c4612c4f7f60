package dev.weir.engine.reclaim;

import dev.weir.engine.act.Acts;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.QueueId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What runs, by queue. Follows the ledger's changes, so that a blocked job costs what started and
 * ended since the one before, and not all that runs.
 */
final class Running {
  private final Acts acts;
  private final TreeMap<QueueId, Members> byQueue = new TreeMap<>();
  private final TreeMap<AllocationId, QueueId> queueOf = new TreeMap<>();

  /** The most tasks of one holding so far, and the most devices of one task. */
  private int mostTasks;

  private int mostDevices;

  /** The holdings of one queue. */
  static final class Members {
    private final TreeMap<AllocationId, Member> byId = new TreeMap<>();

    /** How many have each priority. */
    private final TreeMap<Integer, Integer> priorities = new TreeMap<>();

    /** The newest of those that were made at {@link #settledAt} or before; null = not known. */
    private @Nullable AllocationId settled;

    private long settledAt = Long.MIN_VALUE;

    /** A holding, with the priority by which it is counted. */
    private record Member(Holding holding, int priority) {}

    /**
     * Those that were made at that time or before, with the largest allocation ids first. Ids and
     * times rise together, so that the border is moved on and never looked for: the many that have
     * just begun cost nothing.
     */
    Iterable<Holding> newestFirst(long latest) {
      moveBorder(latest);
      AllocationId border = settled;
      return border == null
          ? List.of()
          : () ->
              byId.headMap(border, true).descendingMap().values().stream()
                  .map(Member::holding)
                  .iterator();
    }

    /** Whether one was made at that time or before. */
    boolean anySince(long latest) {
      return byId.firstEntry().getValue().holding.since <= latest;
    }

    private void moveBorder(long latest) {
      if (latest < settledAt) {
        settled = null; // another policy protects for longer
      }
      settledAt = latest;
      Map.Entry<AllocationId, Member> next =
          settled == null ? byId.firstEntry() : byId.higherEntry(settled);
      while (next != null && next.getValue().holding.since <= latest) {
        settled = next.getKey();
        next = byId.higherEntry(settled);
      }
    }

    /** The lowest priority among them. */
    int lowest() {
      return priorities.firstKey();
    }

    private void put(Holding holding, int priority) {
      byId.put(holding.id, new Member(holding, priority));
      priorities.merge(priority, 1, Integer::sum);
    }

    private void remove(AllocationId id) {
      Member member = byId.remove(id);
      if (member != null) {
        priorities.computeIfPresent(member.priority, (_, n) -> n == 1 ? null : n - 1);
      }
    }
  }

  Running(Acts acts) {
    this.acts = acts;
  }

  /** Queues with running jobs, by name. */
  Map<QueueId, Members> byQueue() {
    List<Holding> changes = acts.ledger().takeChanges();
    if (changes == null) {
      byQueue.clear();
      queueOf.clear();
      acts.ledger().holdings().values().forEach(this::follow);
    } else {
      changes.forEach(this::follow);
    }
    return byQueue;
  }

  private void follow(Holding changed) {
    QueueId before = queueOf.remove(changed.id);
    Members members = before == null ? null : byQueue.get(before);
    if (before != null && members != null) {
      members.remove(changed.id);
      if (members.byId.isEmpty()) {
        byQueue.remove(before);
      }
    }
    Holding now = acts.ledger().holdings().get(changed.id);
    Job job = now == null ? null : acts.jobs().find(now.job);
    if (now != null && job != null) {
      QueueId queue = job.spec.queue();
      byQueue.computeIfAbsent(queue, _ -> new Members()).put(now, job.priority);
      queueOf.put(now.id, queue);
      mostTasks = Math.max(mostTasks, now.places.size());
      for (Holding.Place p : now.places) {
        mostDevices = Math.max(mostDevices, Long.bitCount(p.devices().mask()));
      }
    }
  }

  /** No holding makes room for more tasks of so many whole devices each than that. */
  long mostGain(int perTask) {
    byQueue();
    return (long) mostTasks * Math.ceilDiv(mostDevices, perTask);
  }
}
