package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.policy.PolicySpec;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A policy of a person's own: another one, and what is different. */
@Kind("Policy")
@Doc("A policy: the name of the one it is made from, and what is different.")
public record PolicyFile(
    @Doc("Short name.") @Matches(value = Names.FORM, meaning = Names.MEANING) String name,
    @Doc("The policy whose values hold where a field is left out.")
        @Default("weir")
        @Synonyms({"extends", "from", "parent"})
        String base,
    @Doc("Strategy that orders jobs inside a queue.") @Synonyms("queueOrder")
        Optional<String> order,
    @Doc("Whether queues are ordered by dominant share; false: one order over all queues.")
        Optional<Boolean> fairness,
    @Doc("Placement scores by strategy, with their weights; they replace those of the base.")
        @Synonyms({"weights", "score", "plugins"})
        Optional<Map<String, Double>> scores,
    @Doc("What jobs behind a blocked one may do.") Optional<Backfill> backfill,
    @Doc("What may be taken away from running jobs.") @Synonyms("preemption")
        Optional<Reclaim> reclaim,
    @Doc("What is done for running jobs with room to spare.") Optional<Improve> improve,
    @Doc("Numbers of the strategies, by strategy.parameter; they are added to those of the base.")
        @Synonyms({"params", "arguments"})
        Map<String, Double> parameters)
    implements Checked {

  /** Backfill. */
  @Doc("What jobs behind a blocked one may do.")
  public record Backfill(
      @Doc(
              "none: nobody passes; greedy: who fits passes; easy: the first depth blocked jobs get planned starts;"
                  + " conservative: every blocked job gets one.")
          Optional<PolicySpec.BackfillMode> mode,
      @Doc("Planned starts per pass in mode easy.") @Range(min = 0, max = 1_000_000)
          Optional<Integer> depth,
      @Doc("From what expected ends are taken.") Optional<PolicySpec.EndBasis> basis,
      @Doc("Quantile of the forecasts, above 0 and below 1.") Optional<Double> quantile)
      implements Checked {
    @Override
    public void check(Findings findings) {
      if (quantile.isPresent() && !(quantile.get() > 0 && quantile.get() < 1)) {
        findings.report("quantile", "out of range", "a number above 0 and below 1");
      }
    }

    PolicySpec.Backfill over(PolicySpec.Backfill base) {
      return new PolicySpec.Backfill(
          mode.orElse(base.mode()),
          depth.orElse(base.depth()),
          basis.orElse(base.basis()),
          quantile.orElse(base.quantile()));
    }
  }

  /** Reclaim. */
  @Doc("What may be taken away from running jobs, and for whom.")
  public record Reclaim(
      @Doc("Queues below their guarantee take it back.") Optional<Boolean> guarantee,
      @Doc("Queues below their fair share take it from those above theirs.")
          Optional<Boolean> share,
      @Doc("Jobs of higher priority take room inside their queue.") Optional<Boolean> priority,
      @Doc("Jobs earlier in the policy's order take room from later ones.") Optional<Boolean> order,
      @Doc("Running jobs may be moved to make room.") Optional<Boolean> move,
      @Doc("Most victims for one job.") @Range(min = 0, max = 1_000_000)
          Optional<Integer> maxVictims,
      @Doc("Most interruptions of one job in an hour; 0 = no cap.") @Range(min = 0, max = 3600)
          Optional<Integer> capPerHour,
      @Doc("Time after each start in which no job is taken away.") Optional<Duration> protection) {
    PolicySpec.Reclaim over(PolicySpec.Reclaim base) {
      return new PolicySpec.Reclaim(
          guarantee.orElse(base.guarantee()),
          share.orElse(base.share()),
          priority.orElse(base.priority()),
          order.orElse(base.order()),
          move.orElse(base.move()),
          maxVictims.orElse(base.maxVictims()),
          capPerHour.orElse(base.capPerHour()),
          protection.orElse(base.protection()));
    }
  }

  /** Improve. */
  @Doc("What is done for running jobs with room to spare.")
  public record Improve(
      @Doc("Elastic jobs take free room.") Optional<Boolean> grow,
      @Doc("Jobs move to leave whole nodes or domains free.") Optional<Boolean> consolidate,
      @Doc("Idle devices of fixed MIG layout are cut anew for waiting jobs.")
          Optional<Boolean> reshape,
      @Doc("Least time between two improvements of one job.") Optional<Duration> period) {
    PolicySpec.Improve over(PolicySpec.Improve base) {
      return new PolicySpec.Improve(
          grow.orElse(base.grow()),
          consolidate.orElse(base.consolidate()),
          reshape.orElse(base.reshape()),
          period.or(base::period));
    }
  }

  @Override
  public void check(Findings findings) {
    scores
        .orElse(Map.of())
        .forEach(
            (score, weight) -> {
              if (weight < 0) {
                findings.report(
                    Findings.keyOf("scores", score),
                    "must not be negative",
                    "a weight of 0 or more");
              }
            });
  }

  /**
   * Reports names that the engine does not know.
   *
   * @param at where to report, at the top of this document
   */
  public void checkNames(Findings at, PolicyNames known) {
    at.requireKnown("base", "policy", base, known.policies());
    order.ifPresent(o -> at.requireKnown("order", "order", o, known.orders()));
    scores
        .orElse(Map.of())
        .keySet()
        .forEach(s -> at.requireKnown(Findings.keyOf("scores", s), "score", s, known.scores()));
    parameters
        .keySet()
        .forEach(
            p ->
                at.requireKnown(
                    Findings.keyOf("parameters", p), "parameter", p, known.parameters()));
  }

  /** The names that a policy file may use; those of the engine's registry. */
  public record PolicyNames(
      Set<String> policies, Set<String> orders, Set<String> scores, Set<String> parameters) {}

  /** The policy in the words of the model. */
  public PolicySpec toSpec(PolicySpec from) {
    var numbers = new java.util.TreeMap<>(from.parameters());
    numbers.putAll(parameters);
    return new PolicySpec(
        name,
        order.orElse(from.order()),
        fairness.orElse(from.fairness()),
        scores.orElse(from.scores()),
        backfill.map(b -> b.over(from.backfill())).orElse(from.backfill()),
        reclaim.map(r -> r.over(from.reclaim())).orElse(from.reclaim()),
        improve.map(i -> i.over(from.improve())).orElse(from.improve()),
        numbers);
  }
}
