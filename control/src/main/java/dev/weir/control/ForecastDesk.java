package dev.weir.control;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.forecast.DurationForecaster;
import dev.weir.forecast.ForecastError;
import dev.weir.model.event.Event;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Asks the forecaster about jobs that arrive or come back, and tells it how long jobs really ran.
 * Also a fold of the journal, so that after a restart it has learned the same.
 */
final class ForecastDesk {
  private final DurationForecaster forecaster;
  private final Map<JobId, Watched> jobs = new HashMap<>();
  private final ForecastError error = new ForecastError();

  /** What is known of a job that has not ended. */
  private static final class Watched {
    private final JobSpec spec;
    private long ranMillis;
    private long runningSince = -1;
    private int incarnation;
    private @Nullable DurationForecast first;
    private @Nullable DurationForecast newest;

    private Watched(JobSpec spec) {
      this.spec = spec;
    }

    private void stops(long at) {
      if (runningSince >= 0) {
        ranMillis += at - runningSince;
        runningSince = -1;
      }
    }
  }

  ForecastDesk(DurationForecaster forecaster) {
    this.forecaster = forecaster;
  }

  /** Folds a turn's facts and returns the forecasts that belong behind them. */
  List<Event> ask(long at, List<Event> facts) {
    if (forecaster.equals(DurationForecaster.NONE)) {
      return List.of();
    }
    List<Event> forecasts = new ArrayList<>(0);
    for (Event fact : facts) {
      subject(at, fact)
          .ifPresent(
              job ->
                  forecaster
                      .forecast(job.spec, job.ranMillis)
                      .filter(f -> !f.equals(job.newest))
                      .ifPresent(
                          f -> {
                            remember(job, f);
                            forecasts.add(new Event.DurationForecastMade(job.spec.id(), f));
                          }));
    }
    return forecasts;
  }

  /** Folds a recorded turn, whose forecasts were made then and are not made again. */
  void fold(Turn turn) {
    if (forecaster.equals(DurationForecaster.NONE)) {
      return;
    }
    for (Event event : turn.events()) {
      if (event instanceof Event.DurationForecastMade(JobId id, DurationForecast f)) {
        Optional.ofNullable(jobs.get(id)).ifPresent(job -> remember(job, f));
      } else {
        subject(turn.at(), event);
      }
    }
  }

  ForecastError.Figures error() {
    return error.figures();
  }

  /** What is known of jobs that have not ended; a rejected one is of no interest any more. */
  Snapshot.Forecasts snapshot(Jobs live) {
    List<Snapshot.Watched> watched = new ArrayList<>();
    for (Job job : live.live()) {
      Watched w = jobs.get(job.id());
      if (w != null) {
        watched.add(
            new Snapshot.Watched(
                job.id(),
                w.ranMillis,
                w.runningSince,
                w.incarnation,
                Optional.ofNullable(w.first),
                Optional.ofNullable(w.newest)));
      }
    }
    return new Snapshot.Forecasts(watched, error.sums(), forecaster.learned());
  }

  void restore(Snapshot.Forecasts snapshot, Jobs live) {
    for (Snapshot.Watched s : snapshot.jobs()) {
      Watched w = new Watched(live.get(s.job()).spec);
      w.ranMillis = s.ranMillis();
      w.runningSince = s.runningSince();
      w.incarnation = s.incarnation();
      w.first = s.first().orElse(null);
      w.newest = s.newest().orElse(null);
      jobs.put(s.job(), w);
    }
    error.restore(snapshot.error());
    forecaster.restore(snapshot.learned());
  }

  private static void remember(Watched job, DurationForecast forecast) {
    job.first = job.first == null ? forecast : job.first;
    job.newest = forecast;
  }

  /** Folds one fact; the job when it now waits and a forecast is due. */
  private Optional<Watched> subject(long at, Event fact) {
    return switch (fact) {
      case Event.JobSubmitted(JobSpec spec) -> {
        Watched job = new Watched(spec);
        yield jobs.putIfAbsent(spec.id(), job) == null ? Optional.of(job) : Optional.empty();
      }
      case Event.AllocationStarted e -> {
        Watched job = jobs.get(e.job());
        if (job != null && e.incarnation() > job.incarnation) {
          job.stops(at);
          job.incarnation = e.incarnation();
          job.runningSince = at;
        }
        yield Optional.empty();
      }
      case Event.AllocationEnded e -> ended(at, e);
      case Event.JobCancelled(JobId id, String _) -> {
        jobs.remove(id);
        yield Optional.empty();
      }
      default -> Optional.empty();
    };
  }

  private Optional<Watched> ended(long at, Event.AllocationEnded e) {
    Watched job = jobs.get(e.job());
    if (job == null || e.incarnation() < job.incarnation) {
      return Optional.empty();
    }
    job.stops(at);
    return switch (e.end()) {
      case STOPPED, LOST -> Optional.of(job);
      case FAILED, TIMED_OUT -> {
        jobs.remove(e.job());
        yield Optional.empty();
      }
      case COMPLETED -> {
        jobs.remove(e.job());
        learn(job);
        yield Optional.empty();
      }
    };
  }

  private void learn(Watched job) {
    if (job.first == null) {
      error.addUnforecast();
    } else {
      error.add(job.first, job.ranMillis);
    }
    forecaster.completed(job.spec, job.ranMillis);
  }
}
