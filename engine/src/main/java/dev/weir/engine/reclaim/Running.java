package dev.weir.engine.reclaim;

import dev.weir.engine.act.Acts;
import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.model.id.QueueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What runs, by queue. Read from the ledger once for as long as nothing starts or ends, so that a
 * blocked job looks at the queues that may have to give and not at all that runs.
 */
final class Running {
  private final Acts acts;
  private final TreeMap<QueueId, Members> byQueue = new TreeMap<>();
  private long newest = -1;
  private int size = -1;

  /** The holdings of one queue and the lowest priority among them. */
  static final class Members {
    final List<Holding> holdings = new ArrayList<>();
    int lowest = Integer.MAX_VALUE;
  }

  Running(Acts acts) {
    this.acts = acts;
  }

  /** Queues with running jobs, by name. Holdings that have changed since are told by their job. */
  Map<QueueId, Members> byQueue() {
    var all = acts.ledger().holdings();
    long last = all.isEmpty() ? 0 : all.lastKey().value();
    if (last != newest || all.size() != size) {
      byQueue.clear();
      for (Holding h : all.values()) {
        Job job = acts.jobs().find(h.job);
        if (job != null) {
          Members members = byQueue.computeIfAbsent(job.spec.queue(), q -> new Members());
          members.holdings.add(h);
          members.lowest = Math.min(members.lowest, job.priority);
        }
      }
      newest = last;
      size = all.size();
    }
    return byQueue;
  }
}
