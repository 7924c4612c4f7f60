package dev.weir.driver.local.launch;

import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Where everything lies below {@code <data>/local}.
 *
 * @param local the folder itself
 */
public record Places(Path local) {
  /** Stands in the folder of a start whose end the journal knows. */
  public static final String JOURNALED = "journaled";

  /** All starts, one folder each. */
  public Path allocations() {
    return local.resolve("allocations");
  }

  /** One start: {@code allocations/12-1}. */
  public Path allocation(AllocationId id, int incarnation) {
    return allocations().resolve(id.value() + "-" + incarnation);
  }

  /** What a job keeps over its starts. */
  public Path job(JobId id) {
    return local.resolve("jobs").resolve(Long.toString(id.value()));
  }

  /** Where it saves, unless it says otherwise. */
  public Path checkpoints(JobId id) {
    return job(id).resolve("checkpoints");
  }

  /** Records of its verified checkpoints; the job cannot write here. */
  public Path commits(JobId id) {
    return job(id).resolve("commits");
  }

  /** Where it runs, unless it says otherwise. */
  public Path work(JobId id) {
    return job(id).resolve("work");
  }

  /** What scripts of Slurm find instead of it. */
  public Path standIns() {
    return local.resolve("slurm");
  }

  /** Secrets by tenant. */
  public Path secrets(String tenant) {
    return local
        .resolve("secrets")
        .resolve(
            "t-"
                + URLEncoder.encode(tenant, StandardCharsets.UTF_8)); // no '/' is left, nor is ".."
  }
}
