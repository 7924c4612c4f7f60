package dev.weir.simulator.replay;

import dev.weir.control.History;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.queue.QueueSpec;
import dev.weir.simulator.run.Cluster;
import dev.weir.simulator.run.Forecasts;
import dev.weir.simulator.run.Simulation;
import dev.weir.simulator.run.SimulationResult;
import dev.weir.simulator.world.Cost;
import dev.weir.simulator.world.JobProfile;
import dev.weir.simulator.world.Overheads;
import dev.weir.simulator.world.Workload;
import dev.weir.simulator.world.WorldModels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Recorded jobs, nodes, faults and people's wishes in the simulated world, under any policy.
 *
 * <p>Assumptions, which a report must state: a job needs the run time that it needed then, over all
 * its starts, redone work included; its first start takes what its last one took then, every
 * further one the recorded median; a job that had not ended when the record ends, and was not
 * cancelled, runs on until then. The forecasts are learned in the run, as a server does.
 */
public final class WhatIf {
  private final Recorded recorded;
  private final Shift shift;
  private final Map<NodeId, NodeSpec> nodes = new LinkedHashMap<>();
  private final List<Workload.Entry> jobs = new ArrayList<>();
  private final List<History.Timed> script = new ArrayList<>();
  private TopologySpec topology = TopologySpec.FLAT;
  private List<QueueSpec> queues = List.of();
  private Map<String, Integer> licences = Map.of();

  /** Jobs that neither ended by themselves nor were cancelled. */
  private final Set<JobId> unfinished = new HashSet<>();

  public WhatIf(Recorded recorded) {
    this.recorded = recorded;
    this.shift = new Shift(recorded.from());
    recorded.history().stated().forEach(this::stated);
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("no node ever joined in this journal");
    }
  }

  private void stated(History.Timed stated) {
    long at = shift.at(stated.at());
    switch (shift.event(stated.event())) {
      case Event.JobSubmitted(var job) -> jobs.add(new Workload.Entry(at, job, profile(job.id())));
      case Event.NodeJoined(NodeSpec node) -> joined(at, node);
      case Event.TopologyConfigured(TopologySpec configured) -> topology = configured;
      case Event.QueuesConfigured e when jobs.isEmpty() -> queues = e.queues();
      case Event.LicencesConfigured e when jobs.isEmpty() -> licences = e.licences();
      case Event.SettingChanged _ -> {
        // concerns what is around the engine
      }
      case Event.JobCancelled e -> {
        unfinished.remove(e.job());
        script.add(new History.Timed(at, e));
      }
      case Event other -> script.add(new History.Timed(at, other));
    }
  }

  /**
   * Nodes that join before the first job are the cluster; a world that restarts says them again.
   */
  private void joined(long at, NodeSpec node) {
    NodeSpec known = nodes.putIfAbsent(node.id(), node);
    if (known == null && !jobs.isEmpty() && nodes.size() > 1) {
      nodes.remove(node.id());
      script.add(new History.Timed(at, new Event.NodeJoined(node)));
    } else if (known != null && !known.equals(node)) {
      script.add(new History.Timed(at, new Event.NodeJoined(node)));
    }
  }

  private JobProfile profile(JobId id) {
    History.Run run = recorded.history().runs().get(id);
    if (run == null) {
      unfinished.add(id);
      return JobProfile.endless();
    }
    return switch (run.end()) {
      case COMPLETED -> new JobProfile(work(run), "", JobProfile.Outcome.COMPLETED);
      case FAILED -> new JobProfile(work(run), "", JobProfile.Outcome.FAILED);
      case TIMED_OUT -> JobProfile.endless(); // its limit ends it again
      case STOPPED, LOST -> throw new IllegalStateException("no end of a job: " + run.end());
    };
  }

  /** The world charges the median of all starts, so the difference of this one is work. */
  private long work(History.Run run) {
    return Math.max(1, run.millis() + run.startMillis() - recorded.startMillis());
  }

  /** How many jobs had not ended when the record ends. */
  public int unfinished() {
    return unfinished.size();
  }

  /** What is assumed about the world. */
  public WorldModels models() {
    return WorldModels.IDEAL.withOverheads(
        new Overheads(
            "recorded",
            new Cost.Flat(recorded.startMillis()),
            Cost.NONE,
            new Cost.Declared(),
            new Cost.Declared(),
            Cost.NONE));
  }

  /**
   * Runs it all.
   *
   * @param seed of the engine's ties
   */
  public SimulationResult under(PolicySpec policy, long seed) {
    Cluster cluster = new Cluster(topology, List.copyOf(nodes.values()), queues, licences);
    Simulation simulation =
        Simulation.of(cluster, Workload.of(jobs), policy, models(), seed)
            .forecasts(new Forecasts.History());
    if (!unfinished.isEmpty()) {
      simulation.horizon(Duration.ofMillis(Math.max(1, shift.at(recorded.until()))));
    }
    script.forEach(s -> simulation.at(s.at(), s.event()));
    return simulation.run();
  }
}
