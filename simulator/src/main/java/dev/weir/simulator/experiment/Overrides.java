package dev.weir.simulator.experiment;

import dev.weir.model.policy.PolicySpec;
import dev.weir.simulator.run.Protocol;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is said beside an experiment file, or in its place; it goes before what the file says.
 *
 * @param policies empty = those of the file
 */
public record Overrides(
    Optional<String> format,
    Optional<Path> nodes,
    Optional<Path> jobs,
    Optional<Protocol> protocol,
    OptionalDouble load,
    List<PolicySpec> policies,
    Optional<Seeds> seeds) {
  /** Nothing is said. */
  public static final Overrides NONE =
      new Overrides(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalDouble.empty(),
          List.of(),
          Optional.empty());

  public Overrides {
    policies = List.copyOf(policies);
  }
}
