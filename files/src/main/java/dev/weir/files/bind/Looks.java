package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import dev.weir.model.problem.Nearest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells what a document is from the names of its fields, where it does not say so. Fields that most
 * kinds have tell nothing; a misspelt one tells less than one that is right.
 */
final class Looks {
  private final Map<DocumentReader<?>, Words> words = new LinkedHashMap<>();
  private final Set<String> common = new LinkedHashSet<>();

  /** The names that a kind of document uses at its top, and those it cannot do without. */
  private record Words(Set<String> names, Set<String> synonyms, Set<String> required) {}

  private record Score(DocumentReader<?> reader, int known, int missing) {
    boolean beats(Score other) {
      return known != other.known ? known > other.known : missing < other.missing;
    }
  }

  Looks(List<DocumentReader<?>> readers) {
    Map<String, Integer> users = new LinkedHashMap<>();
    for (DocumentReader<?> reader : readers) {
      if (reader.shape() instanceof Shape.Fields fields) {
        Words own = words(fields);
        words.put(reader, own);
        own.names().forEach(name -> users.merge(name, 1, Integer::sum));
      }
    }
    users.forEach(
        (name, count) -> {
          if (2 * count > readers.size()) {
            common.add(name);
          }
        });
    common.add(Header.KIND);
    common.add(Header.VERSION);
  }

  private static Words words(Shape.Fields fields) {
    Set<String> required =
        fields.components().stream()
            .filter(component -> !component.inline() && component.required())
            .map(Shape.Component::name)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    Set<String> synonyms = new LinkedHashSet<>();
    collectSynonyms(fields.components(), synonyms);
    return new Words(fields.names().keySet(), synonyms, required);
  }

  private static void collectSynonyms(List<Shape.Component> components, Collection<String> into) {
    for (Shape.Component component : components) {
      into.addAll(component.synonyms());
      Shape shape =
          component.shape() instanceof Shape.Maybe maybe ? maybe.element() : component.shape();
      if (component.inline() && shape instanceof Shape.Fields inner) {
        collectSynonyms(inner.components(), into);
      }
    }
  }

  /** What reads the document; empty when no kind fits, or two fit equally well. */
  Optional<DocumentReader<?>> of(Node document) {
    if (!(document instanceof Node.Fields block)) {
      return Optional.empty();
    }
    Set<String> written = new LinkedHashSet<>();
    block.entries().forEach(entry -> written.add(entry.key().text()));
    List<Score> best = new ArrayList<>();
    for (var entry : words.entrySet()) {
      Score score = score(entry.getKey(), entry.getValue(), written);
      if (score.known() > 0) {
        best.removeIf(score::beats);
        if (best.stream().noneMatch(other -> other.beats(score))) {
          best.add(score);
        }
      }
    }
    return best.size() == 1 ? Optional.of(best.getFirst().reader()) : Optional.empty();
  }

  private Score score(DocumentReader<?> reader, Words own, Set<String> written) {
    int known = 0;
    for (String name : written) {
      if (common.contains(name)) {
        continue;
      }
      if (own.names().contains(name)) {
        known += 3;
      } else if (own.synonyms().contains(name)) {
        known += 2;
      } else if (Nearest.to(name, own.names()).filter(n -> !common.contains(n)).isPresent()) {
        known += 1;
      }
    }
    int missing = (int) own.required().stream().filter(n -> !written.contains(n)).count();
    return new Score(reader, known, missing);
  }
}
