package dev.weir.server.access;

import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/** A bucket of requests for each caller, refilled at a steady rate. */
public final class RateLimit {
  /** Buckets that are full again are forgotten when there are so many. */
  private static final int MANY = 10_000;

  private final double perSecond;
  private final double burst;
  private final LongSupplier nanoTime;
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

  private record Bucket(double tokens, long at) {}

  /**
   * @param perSecond requests that each caller may send, lasting; 0 = no limit
   * @param burst requests that may come at once
   */
  public RateLimit(double perSecond, double burst, LongSupplier nanoTime) {
    this.perSecond = perSecond;
    this.burst = Math.max(1, burst);
    this.nanoTime = nanoTime;
  }

  /**
   * Takes one request.
   *
   * @return empty when it may go on; otherwise after how many seconds the next one may
   */
  public OptionalLong take(String caller) {
    if (perSecond <= 0) {
      return OptionalLong.empty();
    }
    if (buckets.size() > MANY) {
      buckets.values().removeIf(b -> filled(b).tokens >= burst);
    }
    boolean[] taken = new boolean[1];
    Bucket after =
        buckets.compute(
            caller,
            (_, former) -> {
              Bucket now =
                  filled(former == null ? new Bucket(burst, nanoTime.getAsLong()) : former);
              taken[0] = now.tokens >= 1;
              return taken[0] ? new Bucket(now.tokens - 1, now.at) : now;
            });
    return taken[0]
        ? OptionalLong.empty()
        : OptionalLong.of(Math.max(1, (long) Math.ceil((1 - after.tokens) / perSecond)));
  }

  private Bucket filled(Bucket former) {
    long now = nanoTime.getAsLong();
    double more = (now - former.at) / 1e9 * perSecond;
    return new Bucket(Math.min(burst, former.tokens + more), now);
  }
}
