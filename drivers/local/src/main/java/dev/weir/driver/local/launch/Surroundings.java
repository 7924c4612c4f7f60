package dev.weir.driver.local.launch;

import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.NodeSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What every task of this machine finds around it.
 *
 * @param migUuid the vendor's identity of a MIG instance that exists
 * @param mps whether NVIDIA's MPS keeps fractions inside their bounds
 * @param pythonPath folders that are added to each task's {@code PYTHONPATH}
 * @param path {@code PATH} of the tasks
 */
public record Surroundings(
    NodeSpec node,
    Function<MigInstance, Optional<String>> migUuid,
    boolean mps,
    List<Path> pythonPath,
    String path) {
  public Surroundings {
    pythonPath = List.copyOf(pythonPath);
  }
}
