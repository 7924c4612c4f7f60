package dev.weir.model.job;

import dev.weir.model.fleet.Taint;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Where a task may run, with the semantics of Kubernetes: selector and tolerations, node affinity,
 * affinity to other jobs' tasks, spread.
 *
 * @param selector labels that the node must carry, all of them
 * @param anyOf terms of required node affinity; one of them must hold; empty = no condition
 * @param preferred terms that add {@code weight} to a node's score
 * @param affinity conditions on tasks that already run in the node's topology domain
 * @param spread even spread of this role's tasks
 */
public record NodeFilter(
    Map<String, String> selector,
    List<Term> anyOf,
    List<Preferred> preferred,
    List<Toleration> tolerations,
    List<Affinity> affinity,
    List<Spread> spread) {
  public static final NodeFilter NONE =
      new NodeFilter(Map.of(), List.of(), List.of(), List.of(), List.of(), List.of());

  public NodeFilter {
    selector = Collections.unmodifiableMap(new TreeMap<>(selector));
    anyOf = List.copyOf(anyOf);
    preferred = List.copyOf(preferred);
    tolerations = List.copyOf(tolerations);
    affinity = List.copyOf(affinity);
    spread = List.copyOf(spread);
  }

  /** Whether a node with these labels satisfies selector and required affinity. */
  public boolean matches(Map<String, String> labels) {
    return selector.entrySet().stream().allMatch(e -> e.getValue().equals(labels.get(e.getKey())))
        && (anyOf.isEmpty() || anyOf.stream().anyMatch(t -> t.holds(labels)));
  }

  /** All expressions must hold. */
  public record Term(List<Expression> expressions) {
    public Term {
      expressions = List.copyOf(expressions);
    }

    /** Whether a node with these labels satisfies the term. */
    public boolean holds(Map<String, String> labels) {
      return expressions.stream().allMatch(e -> e.holds(labels));
    }
  }

  /** A term that is wished for, with a weight of 1 to 100. */
  public record Preferred(int weight, Term term) {}

  /** One condition on a label. */
  public record Expression(String key, Operator operator, Set<String> values) {
    public Expression {
      values = Collections.unmodifiableSet(new TreeSet<>(values));
    }

    /** Whether a node with these labels satisfies the expression. */
    public boolean holds(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
        case GT -> value != null && compare(value) > 0;
        case LT -> value != null && compare(value) < 0;
      };
    }

    private int compare(String value) {
      try {
        return Long.compare(Long.parseLong(value), Long.parseLong(values.iterator().next()));
      } catch (NumberFormatException e) {
        return 0; // a label that is no number satisfies neither Gt nor Lt, as in Kubernetes
      }
    }
  }

  /** Label operators of Kubernetes. */
  public enum Operator {
    IN,
    NOT_IN,
    EXISTS,
    DOES_NOT_EXIST,
    GT,
    LT
  }

  /**
   * A tolerated taint. An empty key with {@code exists} tolerates all; an empty effect all effects.
   */
  public record Toleration(
      String key, boolean exists, String value, java.util.Optional<Taint.Effect> effect) {
    public boolean tolerates(Taint taint) {
      boolean keyMatches = key.isEmpty() ? exists : key.equals(taint.key());
      return keyMatches
          && (exists || value.equals(taint.value()))
          && effect.map(e -> e == taint.effect()).orElse(true);
    }
  }

  /**
   * Affinity or anti-affinity to tasks of jobs whose labels match.
   *
   * @param labels labels that the other job must carry, all of them
   * @param topologyLabel node label that defines the domain; the node's own name with {@code
   *     kubernetes.io/hostname}
   * @param anti true to keep apart
   * @param required false: a wish that only changes the score
   */
  public record Affinity(
      Map<String, String> labels, String topologyLabel, boolean anti, boolean required) {
    public Affinity {
      labels = Collections.unmodifiableMap(new TreeMap<>(labels));
    }
  }

  /**
   * Tasks of the role spread over the values of a node label.
   *
   * @param maxSkew largest allowed difference between the fullest and the emptiest domain, 1 or
   *     more
   * @param required false: a wish that only changes the score
   */
  public record Spread(String topologyLabel, int maxSkew, boolean required) {}
}
