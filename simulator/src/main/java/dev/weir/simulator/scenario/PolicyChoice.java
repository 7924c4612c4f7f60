package dev.weir.simulator.scenario;

import dev.weir.engine.policy.Policies;
import dev.weir.engine.policy.Strategies;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Inline;
import dev.weir.files.bind.Shorthand;
import dev.weir.files.document.PolicyFile;
import dev.weir.model.doc.Doc;
import dev.weir.model.policy.PolicySpec;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A policy by name, or one with changes. */
@Doc("The name of a policy, or a policy of one's own: the one it is made from and what differs.")
public record PolicyChoice(@Inline PolicyFile changes) {

  /** A policy as it is. */
  @Shorthand
  static PolicyChoice named(String name) {
    return new PolicyChoice(
        new PolicyFile(
            name,
            name,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of()));
  }

  void checkNames(Findings at) {
    Set<String> policies = Policies.names();
    if (!policies.contains(changes.base())) {
      at.unknown("base", "policy", changes.base(), policies);
      return;
    }
    changes.order().ifPresent(o -> at.requireKnown("order", "order", o, Strategies.orders()));
    changes
        .scores()
        .orElse(Map.of())
        .keySet()
        .forEach(
            s -> at.requireKnown(Findings.keyOf("scores", s), "score", s, Strategies.scores()));
  }

  /** The policy in the words of the model. */
  public PolicySpec toSpec() {
    return changes.toSpec(
        Policies.find(changes.base())
            .orElseThrow(() -> new IllegalStateException("no policy " + changes.base())));
  }
}
