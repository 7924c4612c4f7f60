package dev.weir.files.sbatch;

import dev.weir.files.bind.Malformed;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The options of a script by name; the last one of a name holds, as in sbatch. */
final class Settings {
  private final String file;
  private final Map<String, Directive> byName = new LinkedHashMap<>();
  private final List<Problem> problems;
  private final List<Notice> notices;

  Settings(String file, Script script) {
    this.file = file;
    problems = new ArrayList<>(script.problems());
    notices = new ArrayList<>(script.notices());
    for (Directive directive : script.directives()) {
      byName.put(directive.option().name(), directive);
    }
  }

  boolean has(String name) {
    return byName.containsKey(name);
  }

  /** As it is written; empty when the option is not there, or has an empty value. */
  Optional<String> text(String name) {
    return Optional.ofNullable(byName.get(name)).map(Directive::value).filter(v -> !v.isEmpty());
  }

  /** Read by a function that throws {@link Malformed}, which becomes a problem of that line. */
  <T> Optional<T> value(String name, Function<String, T> reading) {
    Directive directive = byName.get(name);
    if (directive == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(reading.apply(directive.value()));
    } catch (Malformed wrong) {
      problems.add(
          problem(directive, String.valueOf(wrong.getMessage()))
              .got("\"" + directive.value() + "\"")
              .expecting(wrong.expected())
              .nearest(wrong.nearest()));
    } catch (ArithmeticException tooLarge) {
      problems.add(problem(directive, "is too large").got("\"" + directive.value() + "\""));
    }
    return Optional.empty();
  }

  Optional<Integer> count(String name) {
    return value(name, SlurmNumbers::count);
  }

  /** An option contradicts another one. */
  void refuse(String name, String message, String expected) {
    Directive directive = byName.get(name);
    Problem problem =
        directive == null ? Problem.ofFile(file, message) : problem(directive, message);
    problems.add(problem.expecting(expected));
  }

  /** Something to know about an option. */
  void note(String name, String text) {
    Directive directive = byName.get(name);
    int line = directive == null ? 0 : directive.line();
    notices.add(new Notice(file, line, name.isEmpty() ? "" : "--" + name, text));
  }

  /** Each once, although an option may be looked at several times. */
  List<Problem> problems() {
    return problems.stream().distinct().toList();
  }

  /** In the order of the script; what stands nowhere comes last. */
  List<Notice> notices() {
    return notices.stream()
        .distinct()
        .sorted(Comparator.comparingInt(n -> n.line() == 0 ? Integer.MAX_VALUE : n.line()))
        .toList();
  }

  private Problem problem(Directive directive, String message) {
    return Problem.at(
        file, directive.line(), directive.column(), directive.option().written(), message);
  }
}
