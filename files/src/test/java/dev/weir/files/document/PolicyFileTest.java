package dev.weir.files.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.files.bind.DocumentReader;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.policy.PolicySpec;
import dev.weir.model.policy.PolicySpec.BackfillMode;
import dev.weir.model.policy.PolicySpec.EndBasis;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PolicyFileTest {
  private static final PolicySpec BASE =
      new PolicySpec(
          "weir",
          "priority",
          true,
          Map.of("fgd", 1.0, "topology", 2.0),
          new PolicySpec.Backfill(BackfillMode.EASY, 8, EndBasis.LIMITS, 0.9),
          new PolicySpec.Reclaim(true, true, true, false, false, 64, 4, Duration.ofMinutes(10)),
          new PolicySpec.Improve(true, false, true, Optional.empty()),
          Map.of("las.quantum", 60.0));

  @Test
  void onlyTheDifferencesAreWritten() {
    PolicySpec mine =
        DocumentReader.of(PolicyFile.class)
            .read(
                "p.yaml",
                """
                kind: Policy
                name: mine
                scores: {dotprod: 0.5}
                backfill: {mode: conservative}
                reclaim: {protection: 1h}
                parameters: {las.queues: 3}
                """)
            .toSpec(BASE);
    assertThat(mine)
        .isEqualTo(
            new PolicySpec(
                "mine",
                "priority",
                true,
                Map.of("dotprod", 0.5),
                new PolicySpec.Backfill(BackfillMode.CONSERVATIVE, 8, EndBasis.LIMITS, 0.9),
                new PolicySpec.Reclaim(true, true, true, false, false, 64, 4, Duration.ofHours(1)),
                BASE.improve(),
                Map.of("las.quantum", 60.0, "las.queues", 3.0)));
  }

  @Test
  void namesAreThoseOfTheRegistry() {
    var document =
        DocumentReader.of(PolicyFile.class)
            .document(
                new SourceText(
                    "p.yaml",
                    "name: mine\nbase: wier\norder: srft\nscores: {fdg: 1}\nparameters: {las.quantun: 3}"));
    var known =
        new PolicyFile.PolicyNames(
            Set.of("weir"), Set.of("fifo", "srtf"), Set.of("fgd"), Set.of("las.quantum"));
    var findings = document.findings();
    document.value().checkNames(findings, known);
    assertThat(findings.problems())
        .extracting(Object::toString)
        .containsExactly(
            "p.yaml:2:7: base: unknown policy: \"wier\" (did you mean \"weir\"?)",
            "p.yaml:3:8: order: unknown order: \"srft\" (did you mean \"srtf\"?)",
            "p.yaml:4:15: scores.fdg: unknown score: \"fdg\" (did you mean \"fgd\"?)",
            "p.yaml:5:27: parameters[\"las.quantun\"]: unknown parameter: \"las.quantun\" (did you mean \"las.quantum\"?)");
  }
}
