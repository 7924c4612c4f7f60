package dev.weir.server.fleet;

import dev.weir.engine.policy.Policies;
import dev.weir.engine.policy.Strategies;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.document.PolicyFile;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.policy.PolicySpec;

/** Policy files against the engine's registry of names. */
public final class PolicyReader {
  private static final DocumentReader<PolicyFile> READER = DocumentReader.of(PolicyFile.class);

  private PolicyReader() {}

  /**
   * Reads a policy file, or the bare name of a policy.
   *
   * @throws dev.weir.files.InvalidDocument with everything that is wrong
   */
  public static PolicySpec read(String name, String text) {
    String bare = text.strip().replaceFirst("^\"(.*)\"$", "$1"); // a text of JSON
    return Policies.find(bare).orElseGet(() -> readFile(name, text));
  }

  private static PolicySpec readFile(String name, String text) {
    Document<PolicyFile> document = READER.document(new SourceText(name, text));
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
