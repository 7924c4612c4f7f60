package dev.weir.simulator.scenario.run;

import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.model.problem.InvalidInput;
import dev.weir.model.problem.Problem;
import dev.weir.simulator.scenario.Expectation;
import dev.weir.simulator.scenario.Need;
import dev.weir.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs scenarios against the engine: the real control loop, a simulated world with a virtual clock,
 * and the full recount of the ledger after each event and each pass.
 */
public final class ScenarioRunner {
  /** What reads scenario files; also the source of their schema and reference page. */
  public static final DocumentReader<ScenarioFile> READER = DocumentReader.of(ScenarioFile.class);

  private final Set<Need.Capability> offered;

  /** A runner that offers the simulated world and nothing else. */
  public ScenarioRunner() {
    this(Set.of());
  }

  /** A runner that offers more than the simulated world. */
  public ScenarioRunner(Set<Need.Capability> offered) {
    this.offered = offered.isEmpty() ? Set.of() : java.util.EnumSet.copyOf(offered);
  }

  /** A file, or all files of a folder whose names end in .yaml or .yml, in alphabetical order. */
  public static List<Path> files(Path fileOrFolder) throws IOException {
    if (!Files.exists(fileOrFolder)) {
      throw new NoSuchFileException(fileOrFolder.toString());
    }
    if (!Files.isDirectory(fileOrFolder)) {
      return List.of(fileOrFolder);
    }
    try (Stream<Path> all = Files.walk(fileOrFolder)) {
      List<Path> found =
          all.filter(p -> p.toString().matches(".*\\.ya?ml") && Files.isRegularFile(p))
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw new InvalidDocument(
            Problem.ofFile(fileOrFolder.toString(), "holds no scenario")
                .expecting("files that end in .yaml"));
      }
      return found;
    }
  }

  /**
   * Reads all scenarios of the files.
   *
   * @throws InvalidDocument with every problem of every file
   */
  public static List<Document<ScenarioFile>> read(List<Path> files) {
    List<Document<ScenarioFile>> documents = new ArrayList<>();
    List<Problem> problems = new ArrayList<>();
    for (Path file : files) {
      try {
        documents.addAll(READER.documents(file));
      } catch (InvalidInput refused) {
        problems.addAll(refused.problems());
      }
    }
    if (!problems.isEmpty()) {
      throw new InvalidDocument(problems);
    }
    return documents;
  }

  /** Runs all scenarios of a file or folder; each result is handed on as soon as it is there. */
  public List<Case> run(Path fileOrFolder, Consumer<Case> each) {
    List<Document<ScenarioFile>> documents;
    try {
      documents = read(files(fileOrFolder));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    List<Case> cases = new ArrayList<>();
    for (Document<ScenarioFile> document : documents) {
      Case done = run(document);
      each.accept(done);
      cases.add(done);
    }
    return cases;
  }

  /** Runs one scenario. */
  public Case run(Document<ScenarioFile> document) {
    ScenarioFile scenario = document.value();
    List<Need> missing =
        scenario.needs().stream().filter(n -> !offered.contains(n.capability())).toList();
    if (!missing.isEmpty()) {
      return done(document, Case.Outcome.SKIPPED, skipped(missing));
    }
    List<String> objections = new Trial(document).objections();
    return objections.isEmpty()
        ? done(document, Case.Outcome.PASSED, "")
        : done(document, Case.Outcome.FAILED, String.join("\n", objections));
  }

  private static Case done(Document<ScenarioFile> document, Case.Outcome outcome, String detail) {
    return new Case(document.file(), document.value().name(), outcome, detail);
  }

  private static String skipped(List<Need> missing) {
    return missing.stream()
        .map(
            n ->
                "needs %s: %s; runs with: %s"
                    .formatted(n.capability().word(), n.reason(), n.later()))
        .collect(Collectors.joining("\n"));
  }

  /** One scenario under way, and what is left to be judged. */
  private static final class Trial {
    private final Document<ScenarioFile> document;
    private final List<Expectation> expected;
    private final Map<Integer, String> objections = new LinkedHashMap<>();
    private final Map<Integer, String> notYet = new LinkedHashMap<>();
    private final Set<Integer> come = new java.util.TreeSet<>();

    Trial(Document<ScenarioFile> document) {
      this.document = document;
      expected = document.value().expect();
    }

    /** Sentences with their places, in the order of the document; empty = all is as expected. */
    List<String> objections() {
      Optional<String> broken = Optional.empty();
      try {
        Stage stage = new Stage(document.value());
        Judge judge = new Judge(stage);
        stage.play((now, next) -> settled(judge, now, next));
      } catch (AssertionError | RuntimeException thrown) {
        // Whatever the engine or the loop trips over is the scenario's result, not the runner's.
        broken = Optional.of(place("") + told(thrown));
      }
      List<String> all = new ArrayList<>();
      broken.ifPresent(all::add);
      for (int i = 0; i < expected.size(); i++) {
        if (objections.containsKey(i)) {
          all.add(place(field(i)) + objections.get(i));
        } else if (broken.isEmpty() && expected.get(i).by().isPresent() && !come.contains(i)) {
          all.add(
              "%swithin %s it never came true: %s"
                  .formatted(
                      place(field(i)),
                      Times.of(expected.get(i).by().get().toMillis()),
                      notYet.getOrDefault(i, "nothing happened")));
        }
      }
      return all;
    }

    private static String told(Throwable thrown) {
      String where =
          Stream.of(thrown.getStackTrace())
              .findFirst()
              .map(
                  f ->
                      " (%s.%s:%d)"
                          .formatted(
                              f.getClassName().substring(f.getClassName().lastIndexOf('.') + 1),
                              f.getMethodName(),
                              f.getLineNumber()))
              .orElse("");
      return thrown instanceof AssertionError
          ? thrown.getMessage() + where
          : "the run broke off: " + thrown + where;
    }

    private String field(int index) {
      return "expect[%d].%s".formatted(index, expected.get(index).check().word());
    }

    private String place(String field) {
      Problem at = document.findings().problem(field, "");
      return "%s:%d: ".formatted(document.file(), at.line());
    }

    private void settled(Judge judge, long now, long next) {
      for (int i = 0; i < expected.size(); i++) {
        Expectation e = expected.get(i);
        boolean due =
            !objections.containsKey(i)
                && !come.contains(i)
                && (e.lasting()
                    ? coversAny(e, now, next)
                    : e.at().map(t -> within(t.toMillis(), now, next)).orElse(true)
                        && e.by().map(t -> now <= t.toMillis()).orElse(true)
                        && (!e.inTheEnd() || next == Long.MAX_VALUE));
        if (due) {
          judge(judge, i, now);
        }
      }
    }

    private void judge(Judge judge, int index, long now) {
      Expectation e = expected.get(index);
      Optional<String> objection = judge.objection(e.check());
      if (e.by().isPresent()) {
        objection.ifPresentOrElse(o -> notYet.put(index, o), () -> come.add(index));
      } else {
        String when = e.at().map(t -> t.toMillis()).map(Times::of).orElse(Times.of(now));
        objection.ifPresent(o -> objections.put(index, "at " + when + ": " + o));
      }
    }

    private static boolean within(long time, long now, long next) {
      return time >= now && time < next;
    }

    /** Between two moments nothing changes. */
    private static boolean coversAny(Expectation e, long now, long next) {
      long from = e.from().map(d -> d.toMillis()).orElse(Long.MIN_VALUE);
      long until = e.until().map(d -> d.toMillis()).orElse(Long.MAX_VALUE);
      return from < next && until >= now;
    }
  }
}
