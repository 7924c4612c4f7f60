package dev.weir.engine.place;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.NodeClass;
import dev.weir.engine.ledger.NodeSet;
import dev.weir.model.job.NodeFilter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Affinity, anti-affinity and spread of one task against the tasks that run and those of its own
 * gang that are placed already (Kubernetes semantics: a required affinity is satisfied by the first
 * task of a group that matches itself).
 */
final class Neighbours {
  private final NodeFilter where;
  private final Job job;
  private final List<Holding.Place> own;
  private final int role;
  private final Fleet fleet;

  /** Per term: running tasks of matching jobs by the value of the term's label. */
  private final List<Map<String, Integer>> matching;

  /** Per spread rule: how many of the role's tasks are in each domain, all domains included. */
  private final List<Map<String, Integer>> spread;

  Neighbours(NodeFilter where, Job job, int role, List<Holding.Place> own, Jobs jobs, Fleet fleet) {
    this.where = where;
    this.job = job;
    this.role = role;
    this.own = own;
    this.fleet = fleet;
    matching = where.affinity().stream().map(a -> count(a, jobs)).toList();
    spread = where.spread().stream().map(this::domains).toList();
  }

  static boolean needed(NodeFilter where) {
    return !where.affinity().isEmpty() || !where.spread().isEmpty();
  }

  private Map<String, Integer> count(NodeFilter.Affinity term, Jobs jobs) {
    Map<String, Integer> byValue = new HashMap<>();
    for (Job other : jobs.live()) {
      Holding holding = other.holding;
      if (holding != null && matches(term, other)) {
        holding.places.forEach(p -> add(byValue, p.node(), term.topologyLabel()));
      }
    }
    if (matches(term, job)) {
      own.forEach(p -> add(byValue, p.node(), term.topologyLabel()));
    }
    return byValue;
  }

  private static boolean matches(NodeFilter.Affinity term, Job other) {
    return other.spec.labels().entrySet().containsAll(term.labels().entrySet());
  }

  private static void add(Map<String, Integer> byValue, Node node, String label) {
    byValue.merge(value(node, label), 1, Integer::sum);
  }

  private static String value(Node node, String label) {
    return label.equals(NodeClass.HOSTNAME)
        ? node.id().value()
        : node.spec().labels().getOrDefault(label, "");
  }

  private Map<String, Integer> domains(NodeFilter.Spread rule) {
    Map<String, Integer> byValue = new HashMap<>();
    NodeSet nodes = fleet.root().members();
    for (int n = nodes.first(); n >= 0; n = nodes.next(n + 1)) {
      Node node = fleet.node(n);
      if (!value(node, rule.topologyLabel()).isEmpty() && eligible(node)) {
        byValue.putIfAbsent(value(node, rule.topologyLabel()), 0);
      }
    }
    own.stream()
        .filter(p -> p.role() == role)
        .forEach(p -> add(byValue, p.node(), rule.topologyLabel()));
    return byValue;
  }

  /** Spread counts the domains of nodes that the task's own selector and affinity admit. */
  private boolean eligible(Node node) {
    return where.matches(node.spec().labels());
  }

  boolean allow(Node node) {
    for (int i = 0; i < matching.size(); i++) {
      NodeFilter.Affinity term = where.affinity().get(i);
      if (term.required() && !allows(term, matching.get(i), node)) {
        return false;
      }
    }
    for (int i = 0; i < spread.size(); i++) {
      NodeFilter.Spread rule = where.spread().get(i);
      if (rule.required() && skewOn(rule, spread.get(i), node) > rule.maxSkew()) {
        return false;
      }
    }
    return true;
  }

  private boolean allows(NodeFilter.Affinity term, Map<String, Integer> byValue, Node node) {
    int there = byValue.getOrDefault(value(node, term.topologyLabel()), 0);
    if (term.anti()) {
      return there == 0;
    }
    return there > 0 || byValue.isEmpty() && matches(term, job);
  }

  private static int skewOn(NodeFilter.Spread rule, Map<String, Integer> byValue, Node node) {
    String value = value(node, rule.topologyLabel());
    if (value.isEmpty()) {
      return Integer.MAX_VALUE;
    }
    int least = byValue.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    return byValue.getOrDefault(value, 0) + 1 - least;
  }

  /** What wishes are worth on this node. */
  double wish(Node node) {
    double sum = 0;
    for (int i = 0; i < matching.size(); i++) {
      NodeFilter.Affinity term = where.affinity().get(i);
      if (!term.required()) {
        int there = matching.get(i).getOrDefault(value(node, term.topologyLabel()), 0);
        sum += there == 0 ? 0 : term.anti() ? -1 : 1;
      }
    }
    for (int i = 0; i < spread.size(); i++) {
      NodeFilter.Spread rule = where.spread().get(i);
      if (!rule.required()) {
        sum -= Math.min(100, skewOn(rule, spread.get(i), node));
      }
    }
    return sum;
  }
}
