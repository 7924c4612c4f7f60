package dev.weir.engine.order;

import dev.weir.engine.job.Job;

/**
 * Weir's own order: priority first; then small jobs before large ones, as far as waiting allows.
 *
 * <pre>{@code
 * key = submission + bound × s ÷ (s + scale)      s = expected remaining device-time
 * }</pre>
 *
 * Why so: serving the smallest remaining service first gives the best mean completion time, but
 * lets large gangs starve. Here every job is sent back in the queue by a time that grows with its
 * service and never reaches {@code weir.boundHours}. So nobody submitted that much later can ever
 * pass it: the bound on starvation is a number that an operator can state. Jobs that come within a
 * short time are served smallest first; over a long time it is first come, first served. The curve
 * bends at {@code weir.scaleDeviceHours}: below it, differences of minutes count, above it large
 * jobs are nearly equal among themselves. Because everyone ages at the same pace, the order of two
 * waiting jobs never changes by time alone, and nothing has to be re-keyed.
 *
 * <p>A job without a forecast is sent back by half the bound, as one of middle size; when there are
 * no forecasts at all, this is first come, first served within each priority; but of jobs that came
 * within about a second the one with the most devices goes first, because packing the large before
 * the small wastes least (first-fit decreasing, Johnson 1973).
 */
public final class WeirOrder implements JobOrder {
  private static final double HOUR = 3_600_000;

  @Override
  public String name() {
    return "weir";
  }

  @Override
  public boolean byPriority() {
    return true;
  }

  @Override
  public double key(Job job, long now, OrderContext context) {
    double bound = HOUR * context.parameter("weir.boundHours", 48);
    if (job.forecast == null) {
      return job.submittedAt + bound / 2 - Math.min(1000, job.shape.smallestMilli() / 1000.0);
    }
    double scale = HOUR * context.parameter("weir.scaleDeviceHours", 8);
    double service = Expected.remaining(job, now, context) * Expected.devices(job);
    return job.submittedAt + bound * service / (service + scale);
  }
}
