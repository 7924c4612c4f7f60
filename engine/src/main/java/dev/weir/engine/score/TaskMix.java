package dev.weir.engine.score;

import dev.weir.engine.ledger.Ask;
import dev.weir.engine.snapshot.EngineSnapshot.Counted;
import dev.weir.model.forecast.DemandForecast;
import dev.weir.model.job.TaskRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Task requests and how often each occurs: of what has arrived, or of what is expected. */
public final class TaskMix {
  private final List<Ask> asks = new ArrayList<>();
  private long[] counts = new long[16];
  private int[] position = new int[16];
  private long total;
  private long version;

  /** Tasks of one request arrived. */
  public void arrived(Ask ask, long tasks) {
    if (ask.id >= position.length) {
      position = Arrays.copyOf(position, Math.max(ask.id + 1, position.length * 2));
    }
    if (position[ask.id] == 0) {
      asks.add(ask);
      position[ask.id] = asks.size();
      if (asks.size() > counts.length) {
        counts = Arrays.copyOf(counts, counts.length * 2);
      }
    }
    counts[position[ask.id] - 1] += tasks;
    total += tasks;
  }

  /** Forgets all and takes a forecast in. */
  public void replace(DemandForecast forecast, Function<TaskRequest, Ask> intern) {
    asks.clear();
    counts = new long[16];
    position = new int[16];
    total = 0;
    version++;
    for (DemandForecast.Expected e : forecast.expected()) {
      arrived(intern.apply(e.request()), e.tasks());
    }
  }

  /** For a snapshot, in the order of first arrivals. */
  public List<Counted> snapshot() {
    List<Counted> all = new ArrayList<>(asks.size());
    for (int i = 0; i < asks.size(); i++) {
      all.add(new Counted(asks.get(i).request, counts[i]));
    }
    return all;
  }

  /** Puts it back into a mix that knows nothing. */
  public void restore(List<Counted> all, Function<TaskRequest, Ask> intern) {
    for (Counted c : all) {
      arrived(intern.apply(c.request()), c.tasks());
    }
  }

  /** Counts up when the mix is replaced. */
  public long version() {
    return version;
  }

  /** Distinct requests in the order of their first arrival. */
  public List<Ask> asks() {
    return asks;
  }

  /** Tasks that arrived with the request at this position of {@link #asks}. */
  public long count(int at) {
    return counts[at];
  }

  /** All tasks that arrived. */
  public long total() {
    return total;
  }
}
