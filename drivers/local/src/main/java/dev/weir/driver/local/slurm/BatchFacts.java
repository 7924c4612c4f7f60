package dev.weir.driver.local.slurm;

import dev.weir.model.id.JobId;
import java.util.List;
import java.util.Map;

/**
 * What is known of a batch script when it starts.
 *
 * @param restarts starts before this one
 * @param host name of this machine
 * @param shares the tasks of the job, each with the variables that tell it its devices, such as
 *     {@code CUDA_VISIBLE_DEVICES}; all with the same names
 */
public record BatchFacts(JobId job, int restarts, String host, List<Map<String, String>> shares) {
  public BatchFacts {
    shares = List.copyOf(shares);
    if (shares.isEmpty()) {
      throw new IllegalArgumentException("a batch script has at least one share of a node");
    }
  }
}
