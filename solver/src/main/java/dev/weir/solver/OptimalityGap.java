package dev.weir.solver;

import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.model.action.Action;
import dev.weir.model.event.Event;
import dev.weir.model.job.JobSpec;
import dev.weir.model.plan.Plan;
import dev.weir.model.policy.PolicySpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How far one pass of a policy is from the optimum: all jobs of a small case are submitted at one
 * moment, one pass runs, and the milli-devices of the jobs that it starts are compared.
 */
public final class OptimalityGap {
  private final PolicySpec policy;
  private final CpSatYardstick yardstick;

  /**
   * @param reached milli-devices that the pass allocated
   * @param optimum of the same case
   */
  public record Gap(long seed, long reached, Optimum optimum) {
    /** 0 = optimal; a share of the optimum's proven bound. */
    public double share() {
      return optimum.bound() == 0 ? 0 : 1 - reached / (double) optimum.bound();
    }
  }

  public OptimalityGap(PolicySpec policy, CpSatYardstick yardstick) {
    this.policy = policy;
    this.yardstick = yardstick;
  }

  /** The gap of the case with this seed. */
  public Gap of(long seed) {
    SmallCase c = SmallCases.random(seed);
    return new Gap(seed, reached(c), yardstick.solve(c));
  }

  private long reached(SmallCase c) {
    Engine engine = new Engine(new EngineConfig(policy, Assertions.FULL, 1));
    engine.apply(
        0,
        new Event.QueuesConfigured(List.of(dev.weir.model.queue.QueueSpec.open(SmallCases.QUEUE))));
    c.nodes().forEach(n -> engine.apply(0, new Event.NodeJoined(n)));
    Map<Long, JobSpec> jobs = new HashMap<>();
    for (JobSpec job : c.jobs()) {
      jobs.put(job.id().value(), job);
      engine.apply(1, new Event.JobSubmitted(job));
    }
    Plan plan = engine.pass(1, 10_000_000);
    long reached = 0;
    for (Action action : plan.actions()) {
      if (action instanceof Action.Start start) {
        reached +=
            CpSatYardstick.milli(
                Objects.requireNonNull(jobs.get(start.allocation().job().value())));
      }
    }
    return reached;
  }
}
