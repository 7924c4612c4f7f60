package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.fleet.Taint;
import dev.weir.model.job.NodeFilter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** On which nodes a task may run. */
@Doc("On which nodes a task may run, with the meaning that Kubernetes gives to these conditions.")
public record Where(
    @Doc("Labels that the node carries, all of them.") @Synonyms({"nodeSelector", "labels"})
        Map<String, String> selector,
    @Doc("Terms of node affinity, one of which holds; the expressions of a term hold all.")
        @Synonyms({"nodeSelectorTerms", "nodeAffinity"})
        List<Term> anyOf,
    @Doc("Terms that make a node more welcome.") List<Preferred> preferred,
    @Doc("Taints that the task tolerates.") List<Toleration> tolerations,
    @Doc("Nearness to tasks of other jobs.") List<Affinity> affinity,
    @Doc("Even spread of the role's tasks.") @Synonyms("topologySpreadConstraints")
        List<Spread> spread) {

  static final Where ANYWHERE =
      new Where(Map.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  /** Label in which Kubernetes keeps a node's own name. */
  static final String NODE_NAME = "kubernetes.io/hostname";

  /** Expressions that all hold. */
  @Doc("Conditions on labels, all of which hold.")
  public record Term(
      @Doc("The conditions.") @NotEmpty @Synonyms("matchExpressions")
          List<Expression> expressions) {
    NodeFilter.Term toModel() {
      return new NodeFilter.Term(expressions.stream().map(Expression::toModel).toList());
    }
  }

  /** A wish with a weight. */
  @Doc("A term that is wished for.")
  public record Preferred(
      @Doc("How much it counts.") @Range(min = 1, max = 100) @Default("1") int weight,
      @Doc("The conditions.") @NotEmpty @Synonyms({"preference", "matchExpressions"})
          List<Expression> expressions) {
    NodeFilter.Preferred toModel() {
      return new NodeFilter.Preferred(weight, new Term(expressions).toModel());
    }
  }

  /** A condition on a label. */
  @Doc("A condition on one label.")
  public record Expression(
      @Doc("The label.") String key,
      @Doc("How its value is compared.") NodeFilter.Operator operator,
      @Doc(
              "What it is compared with; none for exists and does-not-exist, one whole number for gt and lt.")
          Set<String> values)
      implements Checked {

    @Override
    public void check(Findings findings) {
      switch (operator) {
        case EXISTS, DOES_NOT_EXIST -> {
          if (!values.isEmpty()) {
            findings.report("values", "the operator compares with nothing", "no values");
          }
        }
        case GT, LT -> {
          boolean number = values.size() == 1 && values.iterator().next().matches("-?[0-9]{1,18}");
          if (!number) {
            findings.report("values", "the operator compares numbers", "one whole number");
          }
        }
        case IN, NOT_IN -> {
          if (values.isEmpty()) {
            findings.report(
                "values", "the operator has nothing to compare with", "one value or more");
          }
        }
      }
    }

    NodeFilter.Expression toModel() {
      return new NodeFilter.Expression(key, operator, values);
    }
  }

  /** A tolerated taint. */
  @Doc("A taint that the task tolerates.")
  public record Toleration(
      @Doc("Key of the taint; left out: every taint.") Optional<String> key,
      @Doc("Value of the taint; left out: whatever value.") Optional<String> value,
      @Doc("Effect of the taint; left out: every effect.") Optional<Taint.Effect> effect)
      implements Checked {
    @Override
    public void check(Findings findings) {
      if (key.isEmpty() && value.isPresent()) {
        findings.report("value", "needs the key that it belongs to", "a key");
      }
    }

    NodeFilter.Toleration toModel() {
      return new NodeFilter.Toleration(key.orElse(""), value.isEmpty(), value.orElse(""), effect);
    }
  }

  /** Nearness to tasks of other jobs. */
  @Doc("Together with, or apart from, tasks of jobs that carry the labels.")
  public record Affinity(
      @Doc("Labels of the other job, all of them.") @NotEmpty @Synonyms("labelSelector")
          Map<String, String> labels,
      @Doc("Node label whose value is the domain.") @Default(NODE_NAME) @Synonyms("topologyKey")
          String topologyLabel,
      @Doc("True to keep apart.") @Default("false") boolean anti,
      @Doc("False: a wish that only changes the score.") @Default("true") boolean required) {
    NodeFilter.Affinity toModel() {
      return new NodeFilter.Affinity(labels, topologyLabel, anti, required);
    }
  }

  /** Even spread. */
  @Doc("The role's tasks spread over the values of a node label.")
  public record Spread(
      @Doc("Node label whose values are the domains.") @Default(NODE_NAME) @Synonyms("topologyKey")
          String topologyLabel,
      @Doc("Largest difference between the fullest and the emptiest domain.")
          @Range(min = 1, max = 100_000)
          @Default("1")
          int maxSkew,
      @Doc("False: a wish that only changes the score.") @Default("true") boolean required) {
    NodeFilter.Spread toModel() {
      return new NodeFilter.Spread(topologyLabel, maxSkew, required);
    }
  }

  NodeFilter toModel() {
    return new NodeFilter(
        selector,
        anyOf.stream().map(Term::toModel).toList(),
        preferred.stream().map(Preferred::toModel).toList(),
        tolerations.stream().map(Toleration::toModel).toList(),
        affinity.stream().map(Affinity::toModel).toList(),
        spread.stream().map(Spread::toModel).toList());
  }
}
