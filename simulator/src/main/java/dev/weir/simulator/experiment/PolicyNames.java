package dev.weir.simulator.experiment;

import dev.weir.engine.policy.Policies;
import dev.weir.engine.policy.Strategies;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.document.PolicyFile;
import dev.weir.model.policy.PolicySpec;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/** What experiments call policies: names of the engine's registry, or paths of policy files. */
public final class PolicyNames {
  private PolicyNames() {}

  /** Whether it is the path of a policy file. */
  public static boolean isFile(String name) {
    return name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
  }

  /** The names of the registry. */
  public static Collection<String> known() {
    return Policies.names();
  }

  /**
   * The policy of that name, or of the file at that path.
   *
   * @param folder where paths begin
   * @throws dev.weir.model.problem.InvalidInput with every problem of the policy file
   */
  public static Optional<PolicySpec> find(String name, Path folder) {
    Optional<PolicySpec> known = Policies.find(name);
    return known.isPresent() || !isFile(name) ? known : Optional.of(read(folder.resolve(name)));
  }

  /**
   * Reads a policy file.
   *
   * @throws dev.weir.model.problem.InvalidInput with every problem found
   */
  public static PolicySpec read(Path path) {
    Document<PolicyFile> document = DocumentReader.of(PolicyFile.class).document(path);
    Findings findings = document.findings();
    document
        .value()
        .checkNames(
            findings,
            new PolicyFile.PolicyNames(
                Policies.names(),
                Strategies.orders(),
                Strategies.scores(),
                Strategies.parameters()));
    findings.throwIfAny();
    return document.value().toSpec(Policies.find(document.value().base()).orElseThrow());
  }
}
