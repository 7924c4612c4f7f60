package dev.weir.files.sbatch;

import dev.weir.files.bind.Malformed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The option constraint: features of nodes, joined by {@code &} or by {@code |}.
 *
 * @param models device models that it means
 * @param labels terms of node labels, one of which holds
 */
record Constraint(Set<String> models, List<List<String>> labels) {
  /** A feature of a node stands in a label of its own. */
  static final String LABEL = "slurm.feature/";

  private static final String EXPECTED = "features joined by & or by |, such as a100|h100";

  static Constraint parse(String text) {
    String plain = text.replaceAll("^\\[([^\\[\\]]*)\\]$", "$1").replaceAll("[()]", "");
    if (!plain.matches("[A-Za-z0-9_.:+-]+([&|,][A-Za-z0-9_.:+-]+)*")) {
      throw new Malformed("a constraint that is not understood", EXPECTED, Optional.empty());
    }
    boolean any = plain.contains("|");
    if (any && (plain.contains("&") || plain.contains(","))) {
      throw new Malformed("mixes & and |", EXPECTED, Optional.empty());
    }
    List<String> features = List.of(plain.split("[&|,]"));
    List<String> models = features.stream().filter(GpuRequest::isModel).toList();
    List<String> others = features.stream().filter(f -> !GpuRequest.isModel(f)).toList();
    if (any && !models.isEmpty() && !others.isEmpty()) {
      throw new Malformed("a device model or something else", EXPECTED, Optional.empty());
    }
    Set<String> welcome = new LinkedHashSet<>();
    models.forEach(model -> welcome.addAll(GpuRequest.models(model)));
    List<List<String>> terms = new ArrayList<>();
    List<String> labels = others.stream().map(f -> LABEL + f).toList();
    if (any) {
      labels.forEach(label -> terms.add(List.of(label)));
    } else if (!labels.isEmpty()) {
      terms.add(labels);
    }
    return new Constraint(welcome, List.copyOf(terms));
  }
}
