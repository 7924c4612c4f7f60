package dev.weir.server.document;

import dev.weir.model.job.NodeFilter;
import java.util.List;
import java.util.Map;

/** On which nodes a task may run, as a job file says it. */
final class NodeConditions {
  private NodeConditions() {}

  static Fields of(NodeFilter where) {
    return new Fields()
        .table("selector", where.selector())
        .list("anyOf", where.anyOf(), t -> Map.of("expressions", expressions(t)))
        .list(
            "preferred",
            where.preferred(),
            p ->
                new Fields()
                    .put("weight", p.weight())
                    .put("expressions", expressions(p.term()))
                    .map())
        .list("tolerations", where.tolerations(), NodeConditions::toleration)
        .list(
            "affinity",
            where.affinity(),
            a ->
                new Fields()
                    .table("labels", a.labels())
                    .put("topologyLabel", a.topologyLabel())
                    .unless(false, "anti", a.anti())
                    .unless(true, "required", a.required())
                    .map())
        .list(
            "spread",
            where.spread(),
            s ->
                new Fields()
                    .put("topologyLabel", s.topologyLabel())
                    .put("maxSkew", s.maxSkew())
                    .unless(true, "required", s.required())
                    .map());
  }

  private static List<Map<String, Object>> expressions(NodeFilter.Term term) {
    return term.expressions().stream()
        .map(
            e ->
                new Fields()
                    .put("key", e.key())
                    .word("operator", e.operator())
                    .list("values", e.values())
                    .map())
        .toList();
  }

  private static Object toleration(NodeFilter.Toleration toleration) {
    Fields f = new Fields().text("key", toleration.key());
    if (!toleration.exists()) {
      f.put("value", toleration.value());
    }
    toleration.effect().ifPresent(effect -> f.word("effect", effect));
    return f.map();
  }
}
