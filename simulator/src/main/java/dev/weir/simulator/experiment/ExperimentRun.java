package dev.weir.simulator.experiment;

import dev.weir.control.TurnListener;
import dev.weir.engine.score.FragmentationGradient;
import dev.weir.model.event.Event;
import dev.weir.model.forecast.DemandForecast;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.run.Simulation;
import dev.weir.simulator.run.SimulationResult;
import dev.weir.simulator.world.Workload;
import dev.weir.traces.TraceJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs every policy of an experiment with every seed, several at a time. */
public final class ExperimentRun {
  private final Experiment experiment;
  private final int parallel;
  private Observer observer = Observer.NONE;

  /** Listens to single runs; called from the thread of the run. */
  @FunctionalInterface
  public interface Observer {
    Observer NONE = (_, _, _) -> (_, _) -> {};

    /**
     * A run begins; the listener hears its turns.
     *
     * @param jobs in the order of submission: number i is submitted as job i + 1
     */
    TurnListener begins(PolicySpec policy, long seed, List<TraceJob> jobs);
  }

  /** Hears how far the whole experiment is. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param done jobs that have arrived in all runs together
     * @param all jobs of all runs
     */
    void at(long done, long all);
  }

  /**
   * @param parallel runs at one time; each needs a core and the memory of one simulation
   */
  public ExperimentRun(Experiment experiment, int parallel) {
    this.experiment = experiment;
    this.parallel = parallel;
  }

  public ExperimentRun observer(Observer value) {
    observer = value;
    return this;
  }

  /** One run and what it had as input. */
  public record Run(PolicySpec policy, long seed, SimulationResult result) {}

  /** Runs all; the results are in the order of policies, then seeds, whatever ended first. */
  public ExperimentResult run(Progress progress) throws InterruptedException {
    long begin = System.nanoTime();
    Tally tally = new Tally(progress, experiment.policies().size() * experiment.seeds().count());
    List<Callable<Run>> tasks = new ArrayList<>();
    for (PolicySpec policy : experiment.policies()) {
      experiment.seeds().stream().forEach(seed -> tasks.add(() -> one(policy, seed, tally.next())));
    }
    try (ExecutorService workers = Executors.newFixedThreadPool(parallel)) {
      List<Run> runs = new ArrayList<>();
      for (Future<Run> run : workers.invokeAll(tasks)) {
        runs.add(run.get());
      }
      return new ExperimentResult(experiment, runs, (System.nanoTime() - begin) / 1e9);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a run of " + experiment.name() + " failed", e.getCause());
    }
  }

  private Run one(PolicySpec policy, long seed, Tally.Part part) {
    List<TraceJob> jobs = experiment.arrivals(seed);
    Workload workload = new TraceWorkload(jobs);
    Simulation simulation =
        Simulation.of(experiment.cluster(), workload, policy, experiment.models(), seed)
            .protocol(experiment.protocol())
            .forecasts(experiment.forecasts())
            .listener(observer.begins(policy, seed, jobs))
            .progress(part::at);
    if (policy.parameter(FragmentationGradient.KNOWS_MIX, 0) > 0) {
      simulation.at(0, new Event.DemandForecastMade(mix(new TraceWorkload(experiment.jobs()))));
    }
    return new Run(policy, seed, simulation.run());
  }

  /** The mix of the whole trace, for policies that are published as knowing it. */
  private static DemandForecast mix(Workload workload) {
    Map<TaskRequest, Long> counts = new LinkedHashMap<>();
    for (int i = 0; i < workload.size(); i++) {
      JobSpec job = workload.job(i);
      for (Role role : job.roles()) {
        counts.merge(role.variants().getFirst().request(), (long) role.count(), Long::sum);
      }
    }
    List<DemandForecast.Expected> expected = new ArrayList<>();
    counts.forEach((request, n) -> expected.add(new DemandForecast.Expected(request, n)));
    return new DemandForecast(expected);
  }

  /** Adds up the progress of runs that go on at one time. */
  private static final class Tally {
    private final Progress progress;
    private final int runs;
    private long done;

    Tally(Progress progress, int runs) {
      this.progress = progress;
      this.runs = runs;
    }

    Part next() {
      return new Part();
    }

    private synchronized void add(long more, long perRun) {
      done += more;
      progress.at(done, perRun * runs);
    }

    private final class Part {
      private int reported;

      void at(int now, int all) {
        add(now - reported, all);
        reported = now;
      }
    }
  }
}
