package dev.weir.driver.local.launch;

import dev.weir.driver.local.isolation.Identity;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Launch;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.job.Variant;
import java.nio.file.Path;

/**
 * What all tasks of a start have in common.
 *
 * @param folder of the start
 * @param checkpoints where the job saves
 */
record Common(
    Preparation.Start start,
    JobSpec spec,
    Identity identity,
    Path folder,
    Path checkpoints,
    Rendezvous meet) {

  private Variant variant(TaskPlacement task) {
    return spec.roles().get(task.role()).variants().get(start.variants().get(task.role()));
  }

  Launch launch(TaskPlacement task) {
    return variant(task).launch();
  }

  TaskRequest request(TaskPlacement task) {
    return variant(task).request();
  }
}
