package dev.weir.solver;

import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.job.JobSpec;
import java.util.List;

/**
 * A placement problem small enough to be solved to optimality: equal devices per node, jobs of one
 * role without topology rules that ask for whole devices or one fraction per task.
 */
public record SmallCase(List<NodeSpec> nodes, List<JobSpec> jobs) {
  public SmallCase {
    nodes = List.copyOf(nodes);
    jobs = List.copyOf(jobs);
  }
}
