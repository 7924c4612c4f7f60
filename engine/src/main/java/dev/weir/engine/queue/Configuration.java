package dev.weir.engine.queue;

import dev.weir.model.id.QueueId;
import dev.weir.model.problem.Nearest;
import dev.weir.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A tree to be: checked as a whole first, applied then. */
final class Configuration {
  private final QueueTree tree;
  private final Map<QueueId, Queue> before;
  private final Map<QueueId, QueueSpec> specs = new LinkedHashMap<>();
  private final Map<QueueId, List<QueueSpec>> below = new LinkedHashMap<>();
  private final Map<QueueId, Queue> queues = new LinkedHashMap<>();

  Configuration(QueueTree tree, Map<QueueId, Queue> before, List<QueueSpec> list) {
    this.tree = tree;
    this.before = before;
    for (QueueSpec spec : list) {
      if (specs.putIfAbsent(spec.id(), spec) != null) {
        throw new IllegalArgumentException("queue " + spec.id() + " is configured twice");
      }
    }
    specs.values().forEach(this::checkParent);
    specs.values().forEach(this::checkCircle);
    specs.values().forEach(this::checkGuarantees);
    before.values().forEach(this::checkJobs);
  }

  private void checkParent(QueueSpec spec) {
    spec.parent()
        .ifPresent(
            p -> {
              if (!specs.containsKey(p)) {
                String near =
                    Nearest.to(p.value(), specs.keySet().stream().map(QueueId::value).toList())
                        .map(n -> "; the nearest is \"" + n + "\"")
                        .orElse("");
                throw new IllegalArgumentException(
                    "queue %s is below \"%s\", which does not exist%s"
                        .formatted(spec.id(), p, near));
              }
              below.computeIfAbsent(p, k -> new ArrayList<>()).add(spec);
            });
  }

  private void checkCircle(QueueSpec spec) {
    Set<QueueId> path = new LinkedHashSet<>();
    for (QueueSpec s = spec; s != null; s = above(s)) {
      if (!path.add(s.id())) {
        throw new IllegalArgumentException("queue %s is below itself: %s".formatted(s.id(), path));
      }
    }
  }

  private @Nullable QueueSpec above(QueueSpec spec) {
    return spec.parent().map(specs::get).orElse(null);
  }

  private void checkGuarantees(QueueSpec parent) {
    List<QueueSpec> children = below.getOrDefault(parent.id(), List.of());
    for (QueueSpec child : children) {
      child.guaranteed().keySet().stream()
          .filter(name -> !covers(parent, name))
          .findFirst()
          .ifPresent(
              name -> {
                throw new IllegalArgumentException(
                    "queue %s guarantees %s, but %s above it guarantees only %s"
                        .formatted(child.id(), name, parent.id(), parent.guaranteed().keySet()));
              });
    }
    Amounts guaranteed = new Amounts(children, QueueSpec::guaranteed);
    parent
        .guaranteed()
        .forEach((name, most) -> check(parent, guaranteed, name, most, "guarantees"));
    parent.limit().forEach((name, most) -> check(parent, guaranteed, name, most, "is limited to"));
  }

  /** A parent's guarantee of some models says that there is none of others. */
  private static boolean covers(QueueSpec parent, String name) {
    boolean models =
        parent.guaranteed().keySet().stream().anyMatch(Amounts::isDevices)
            && !parent.guaranteed().containsKey("devices");
    return !models || !Amounts.isDevices(name) || parent.guaranteed().containsKey(name);
  }

  private static void check(
      QueueSpec parent, Amounts children, String name, long most, String verb) {
    long sum = children.of(name);
    if (sum > most) {
      throw new IllegalArgumentException(
          "the queues below %s guarantee %d of %s together, but it %s %d"
              .formatted(parent.id(), sum, name, verb, most));
    }
  }

  private void checkJobs(Queue queue) {
    boolean jobs = queue.leaf() && (queue.waiting.size() > 0 || !queue.usage.nothingBooked());
    if (jobs && !specs.containsKey(queue.id)) {
      throw new IllegalArgumentException(
          "queue %s has jobs and cannot be taken away: %d wait"
              .formatted(queue.id, queue.waiting.size()));
    }
    if (jobs && below.containsKey(queue.id)) {
      throw new IllegalArgumentException(
          "queue %s has jobs and cannot get queues below it".formatted(queue.id));
    }
  }

  Map<QueueId, Queue> queues() {
    return queues;
  }

  /** Builds the tree; bookings of leaves stay, those above become their sums. */
  Queue apply(Queue root, long now) {
    root.children.clear();
    for (QueueSpec spec : specs.values()) {
      Queue known = before.get(spec.id());
      Queue queue = known == null ? new Queue(spec, tree) : known;
      queue.spec = spec;
      queue.children.clear();
      queue.position = queues.size();
      queues.put(spec.id(), queue);
    }
    for (Queue queue : queues.values()) {
      Queue above = queue.spec.parent().map(queues::get).orElse(root);
      queue.above = above;
      above.children.add(queue);
    }
    // names in rules get their numbers before any array is sized
    specs
        .values()
        .forEach(
            s -> {
              s.guaranteed().keySet().forEach(tree.resources()::number);
              s.limit().keySet().forEach(tree.resources()::number);
            });
    settle(root, now);
    return root;
  }

  private static void settle(Queue queue, long now) {
    queue.usage.remember(queue.spec.halfLifeSeconds(), now);
    queue.children.forEach(c -> settle(c, now));
    if (!queue.children.isEmpty()) {
      queue.usage.sumOf(queue.children.stream().map(c -> c.usage).toList());
      queue.demandOf(queue.children);
    }
    queue.settleRules();
    queue.turn.forget();
    queue.turn.shareIn = -1;
  }

  /** Sums of amounts over queues; devices of one model count as devices too. */
  private record Amounts(
      List<QueueSpec> specs, java.util.function.Function<QueueSpec, Map<String, Long>> which) {
    static boolean isDevices(String name) {
      return name.equals("devices") || name.startsWith("devices/");
    }

    long of(String name) {
      long sum = 0;
      for (QueueSpec spec : specs) {
        Map<String, Long> amounts = which.apply(spec);
        Long own = amounts.get(name);
        if (own != null) {
          sum += own;
        } else if (name.equals("devices")) {
          for (Map.Entry<String, Long> e : amounts.entrySet()) {
            sum += e.getKey().startsWith("devices/") ? e.getValue() : 0;
          }
        }
      }
      return sum;
    }
  }
}
