package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The fields {@code kind} and {@code version} that may stand in any document, and are not part of
 * its record.
 */
final class Header {
  static final String KIND = "kind";
  static final String VERSION = "version";

  private final Optional<Kind> kind;
  private final List<String> own;
  private final List<String> ownKinds;

  Header(Class<?> type) {
    this.kind = Optional.ofNullable(type.getAnnotation(Kind.class));
    this.own =
        type.isRecord()
            ? Arrays.stream(type.getRecordComponents()).map(c -> c.getName()).toList()
            : List.of();
    this.ownKinds =
        type.isRecord()
            ? Arrays.stream(type.getRecordComponents())
                .filter(c -> c.getName().equals(KIND) && c.getType().isEnum())
                .flatMap(c -> Arrays.stream(c.getType().getEnumConstants()))
                .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
                .toList()
            : List.of();
  }

  /** The document without its header; empty when it is none that can be read here. */
  Optional<Node> strip(Node node, String file, Findings findings) {
    if (kind.isEmpty() || !(node instanceof Node.Fields block)) {
      return Optional.of(node);
    }
    var rest = new ArrayList<Node.Entry>();
    boolean fits = true;
    for (Node.Entry entry : block.entries()) {
      String name = entry.key().text();
      if (name.equals(KIND) && isHeaderKind(entry.value())) {
        fits &= reported(kindProblem(entry.value(), kind.get(), file), findings);
      } else if (name.equals(VERSION) && !own.contains(VERSION)) {
        fits &= reported(versionProblem(entry.value(), kind.get(), file), findings);
      } else {
        rest.add(entry);
      }
    }
    return fits
        ? Optional.of(new Node.Fields(List.copyOf(rest), block.place(), block.size()))
        : Optional.empty();
  }

  /**
   * Where the record has a kind of its own, a capital letter tells the kind of document from it.
   */
  private boolean isHeaderKind(Node value) {
    if (!(value instanceof Node.Scalar scalar)) {
      return !own.contains(KIND);
    }
    boolean capital = scalar.text().matches("[A-Z].*");
    boolean ownInCapitals = ownKinds.contains(scalar.text().toLowerCase(Locale.ROOT));
    return !own.contains(KIND) || (capital && !ownInCapitals);
  }

  private static boolean reported(Optional<Problem> problem, Findings findings) {
    problem.ifPresent(findings::add);
    return problem.isEmpty();
  }

  private static Optional<Problem> kindProblem(Node value, Kind wanted, String file) {
    if (value instanceof Node.Scalar scalar && scalar.text().equals(wanted.value())) {
      return Optional.empty();
    }
    return refusal(
        problem(value, file, KIND, "wrong kind of document")
            .expecting(Findings.quoted(wanted.value())),
        value,
        List.of(wanted.value()));
  }

  private static Optional<Problem> versionProblem(Node value, Kind wanted, String file) {
    List<String> supported = Arrays.stream(wanted.versions()).mapToObj(Integer::toString).toList();
    if (value instanceof Node.Scalar scalar && supported.contains(scalar.text())) {
      return Optional.empty();
    }
    return refusal(
        problem(value, file, VERSION, "unsupported version")
            .expecting(supported.size() == 1 ? supported.getFirst() : Findings.oneOf(supported)),
        value,
        List.of());
  }

  private static Optional<Problem> refusal(Problem problem, Node value, List<String> names) {
    Optional<String> nearest =
        value instanceof Node.Scalar scalar ? Nearest.to(scalar.text(), names) : Optional.empty();
    // PyTorchJob is another system's word, not a slip of the hand for Job.
    Optional<String> slip =
        nearest.filter(name -> Math.abs(name.length() - Wording.of(value).length() + 2) <= 2);
    return Optional.of(problem.got(Wording.of(value)).nearest(slip));
  }

  private static Problem problem(Node value, String file, String field, String message) {
    return Problem.at(file, value.place().line(), value.place().column(), field, message);
  }
}
