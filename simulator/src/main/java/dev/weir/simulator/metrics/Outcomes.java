package dev.weir.simulator.metrics;

import dev.weir.model.id.QueueId;
import dev.weir.model.job.JobState;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Jobs that ended, and what their queues used. */
final class Outcomes {
  /** Shorter times say nothing about slow-down or fairness (Feitelson 1997). */
  private static final double AT_LEAST_SECONDS = 10;

  private static final double UNFAIR = 1.05;

  /** How a job ended. */
  enum How {
    COMPLETED,
    FAILED,
    CANCELLED,
    REJECTED;

    static How of(JobState state) {
      return switch (state) {
        case COMPLETED -> COMPLETED;
        case FAILED -> FAILED;
        case CANCELLED -> CANCELLED;
        case REJECTED -> REJECTED;
        default -> throw new IllegalArgumentException("a job that is " + state + " has not ended");
      };
    }
  }

  private final Distribution jct = new Distribution();
  private final Distribution queueing = new Distribution();
  private final Distribution slowdown = new Distribution();
  private final Distribution fairness = new Distribution();
  private final Map<QueueId, Queue> queues = new LinkedHashMap<>();
  private final long[] byHow = new long[How.values().length];
  private double roomSeconds;
  private long deadlines;
  private long deadlinesMet;
  private long lastEnd = Long.MIN_VALUE;

  private static final class Queue {
    private int jobs;
    private double jct;
    private double queueing;
    private double deviceSeconds;
  }

  void used(QueueId queue, long milli, long millis) {
    queue(queue).deviceSeconds += milli / 1000.0 * millis / 1000.0;
  }

  private Queue queue(QueueId id) {
    return queues.computeIfAbsent(id, _ -> new Queue());
  }

  /**
   * @param contention mean over the job's life; NaN for a life of 0 ms
   */
  void ended(Recorder.Tracked job, long now, How how, OptionalLong work, double contention) {
    byHow[how.ordinal()]++;
    if (job.spec.window().deadline().isPresent()) {
      Instant deadline = job.spec.window().deadline().get();
      deadlines++;
      deadlinesMet += how == How.COMPLETED && now <= deadline.toEpochMilli() ? 1 : 0;
    }
    if (how == How.REJECTED || !job.ran) {
      return;
    }
    lastEnd = Math.max(lastEnd, now);
    double completion = (now - job.submittedAt) / 1000.0;
    double waited = job.waited / 1000.0;
    jct.add(completion);
    queueing.add(waited);
    roomSeconds += completion - waited;
    Queue queue = queue(job.spec.queue());
    queue.jobs++;
    queue.jct += completion;
    queue.queueing += waited;
    if (work.isPresent()) {
      double alone = work.getAsLong() / 1000.0;
      double bounded = Math.max(AT_LEAST_SECONDS, completion);
      slowdown.add(bounded / Math.max(AT_LEAST_SECONDS, alone));
      double fair = alone * (Double.isNaN(contention) ? 1 : contention);
      fairness.add(bounded / Math.max(AT_LEAST_SECONDS, fair));
    }
  }

  void figures(Figures out, long firstSubmission) {
    out.put(Metric.JCT_MEAN, jct.mean());
    out.put(Metric.JCT_P50, jct.quantile(0.5));
    out.put(Metric.JCT_P99, jct.quantile(0.99));
    if (jct.size() > 0) {
      out.put(Metric.MAKESPAN, (lastEnd - firstSubmission) / 1000.0);
    }
    out.put(Metric.QUEUEING_MEAN, queueing.mean());
    out.put(Metric.QUEUEING_P99, queueing.quantile(0.99));
    out.put(Metric.QUEUEING_SHARE, queueing.sum() / roomSeconds);
    out.put(Metric.SLOWDOWN_MEAN, slowdown.mean());
    out.put(Metric.SLOWDOWN_P99, slowdown.quantile(0.99));
    out.put(Metric.DEADLINE_MET, deadlines == 0 ? Double.NaN : (double) deadlinesMet / deadlines);
    out.put(Metric.FTF_WORST, fairness.max());
    out.put(Metric.FTF_UNFAIR_SHARE, fairness.shareAbove(UNFAIR));
    out.put(Metric.JOBS_COMPLETED, (double) byHow[How.COMPLETED.ordinal()]);
    out.put(Metric.JOBS_FAILED, (double) byHow[How.FAILED.ordinal()]);
    out.put(Metric.JOBS_CANCELLED, (double) byHow[How.CANCELLED.ordinal()]);
    out.put(Metric.JOBS_REJECTED, (double) byHow[How.REJECTED.ordinal()]);
  }

  List<Scorecard.QueueFigures> queues() {
    double all = queues.values().stream().mapToDouble(q -> q.deviceSeconds).sum();
    return queues.entrySet().stream()
        .map(
            e -> {
              Queue q = e.getValue();
              int jobs = Math.max(1, q.jobs);
              return new Scorecard.QueueFigures(
                  e.getKey().value(),
                  q.jobs,
                  q.jct / jobs,
                  q.queueing / jobs,
                  q.deviceSeconds,
                  all == 0 ? 0 : q.deviceSeconds / all);
            })
        .toList();
  }

  Distribution jct() {
    return jct;
  }

  Distribution queueing() {
    return queueing;
  }

  Distribution slowdown() {
    return slowdown;
  }
}
