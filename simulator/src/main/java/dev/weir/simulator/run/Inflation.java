package dev.weir.simulator.run;

import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.simulator.metrics.Metric;
import dev.weir.simulator.metrics.Recorder;
import dev.weir.simulator.world.JobProfile;
import dev.weir.simulator.world.Workload;
import java.util.EnumMap;
import java.util.Map;

/** {@link Protocol#INFLATION}: one job, one pass; what has no room is dropped. */
final class Inflation {
  private static final long APART_MILLIS = 1000;

  private final Session session;
  private long arrivedMilli;
  private double sumAt100;
  private int countAt100;
  private double sumAt130;
  private int countAt130;

  Inflation(Session session) {
    this.session = session;
  }

  /** The workload's own times do not matter; jobs come one virtual second apart. */
  SimulationResult run() {
    Recorder recorder = session.recorder();
    for (int i = 0; i < session.workload().size(); i++) {
      session.advance(i * APART_MILLIS);
      JobSpec job = session.world().arriveNext();
      session.turn();
      while (session.loop().unfinished()) {
        session.turn();
      }
      arrivedMilli += Recorder.askedMilli(job);
      measure(recorder);
      if (recorder.live(job.id()) && !recorder.holdsRoom(job.id())) {
        drop(job.id());
      }
    }
    session.runUntil(session.now());
    Map<Metric, Double> figures = new EnumMap<>(Metric.class);
    figures.put(Metric.GPU_ALLOCATION_AT_100, sumAt100 / countAt100);
    figures.put(Metric.GPU_ALLOCATION_AT_130, sumAt130 / countAt130);
    return session.result(figures);
  }

  /** The same jobs, which come one second apart and never end by themselves. */
  static Workload endless(Workload jobs) {
    return new Workload() {
      @Override
      public int size() {
        return jobs.size();
      }

      @Override
      public long submittedAt(int index) {
        return index * APART_MILLIS;
      }

      @Override
      public JobSpec job(int index) {
        return jobs.job(index);
      }

      @Override
      public JobProfile profile(int index) {
        return JobProfile.endless();
      }
    };
  }

  private void drop(JobId job) {
    session.offer(new Event.JobCancelled(job, "protocol"));
  }

  private void measure(Recorder recorder) {
    long percent = Math.round(100.0 * arrivedMilli / recorder.capacityMilli());
    if (percent == 100) {
      sumAt100 += recorder.allocation();
      countAt100++;
    } else if (percent == 130) {
      sumAt130 += recorder.allocation();
      countAt130++;
    }
  }
}
