package dev.weir.traces;

import dev.weir.model.problem.Problem;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads traces of any format in {@link TraceFormats} into the canonical form. */
public final class Traces {
  private Traces() {}

  /**
   * Reads a whole trace into memory, about 250 bytes of heap per job.
   *
   * @throws InvalidTrace with file, line and column of what is wrong
   */
  public static Trace read(TraceSource source) {
    try (OpenTrace open = open(source);
        JobCursor cursor = open.jobs()) {
      var jobs = new ArrayList<TraceJob>(Math.toIntExact(open.jobCount()));
      cursor.forEachRemaining(jobs::add);
      return new Trace(open.nodes(), jobs, open.report());
    }
  }

  /**
   * Reads and checks a trace and leaves its jobs outside the Java heap.
   *
   * @throws InvalidTrace with file, line and column of what is wrong
   */
  public static OpenTrace open(TraceSource source) {
    return open(source, TraceFormats.get(source.format()));
  }

  static OpenTrace open(TraceSource source, TraceFormat format) {
    Duck duck = Duck.open();
    boolean handedOver = false;
    try {
      var trace = new OpenTrace(duck, new Reading(duck, source, format).run());
      handedOver = true;
      return trace;
    } catch (SQLException broken) {
      throw new IllegalStateException("DuckDB cannot read the trace", broken);
    } finally {
      if (!handedOver) {
        duck.close();
      }
    }
  }

  /** One reading, from files to the canonical tables. */
  private static final class Reading {
    private final Duck duck;
    private final TraceSource source;
    private final TraceFormat format;
    private final Findings findings;
    private final Map<Role, SourceFile> files = new EnumMap<>(Role.class);

    Reading(Duck duck, TraceSource source, TraceFormat format) {
      this.duck = duck;
      this.source = source;
      this.format = format;
      this.findings = new Findings(source.listed());
    }

    TraceReport run() throws SQLException {
      Stage stage = Stage.open(duck, format, findings);
      openFiles(stage);
      for (Map.Entry<Role, SourceFile> file : files.entrySet()) {
        fill(stage, file.getKey(), file.getValue());
      }
      stage.check();
      if (!source.lenient()) {
        findings.refuse();
      }
      List<TraceFile> read = keepSound(stage);
      stage.map();
      List<TraceNote> notes = stage.notes();
      stage.dropRaw();
      if (!format.name().equals(TraceFormats.CANONICAL)) {
        makeCanonical(stage);
      }
      return new TraceReport(format.name(), read, notes, findings.first(), findings.total());
    }

    /** Without all files there is nothing to compare; what is known by then is told at once. */
    private void openFiles(Stage stage) throws SQLException {
      var paths = new EnumMap<Role, Path>(Role.class);
      source.nodes().ifPresent(path -> paths.put(Role.NODES, path));
      source.jobs().ifPresent(path -> paths.put(Role.JOBS, path));
      for (Map.Entry<Role, Path> path : paths.entrySet()) {
        Optional<SourceFile> file =
            SourceFile.open(duck, stage, path.getKey(), path.getValue(), findings);
        file.ifPresent(opened -> files.put(path.getKey(), opened));
      }
      if (files.size() < paths.size()) {
        findings.refuse();
      }
    }

    private void fill(Stage stage, Role role, SourceFile file) throws SQLException {
      long rows = stage.fill(role, file.relation(), file.origin());
      if (rows != file.rows()) {
        throw new InvalidTrace(
            Problem.ofFile(
                file.origin().file(),
                "changed while it was read: %d rows, then %d".formatted(file.rows(), rows)));
      }
    }

    private List<TraceFile> keepSound(Stage stage) throws SQLException {
      var read = new ArrayList<TraceFile>();
      for (Map.Entry<Role, SourceFile> entry : files.entrySet()) {
        SourceFile file = entry.getValue();
        long kept = stage.keepSound(entry.getKey());
        if (kept == 0) {
          findings.refuse();
        }
        read.add(
            new TraceFile(
                entry.getKey().label(),
                file.origin().file(),
                file.bytes(),
                file.sha256(),
                file.rows() + file.faulty(),
                kept));
      }
      return read;
    }

    /**
     * The rules of the canonical form hold for every format; a breach here is a fault of the
     * format's SQL.
     */
    private void makeCanonical(Stage mapped) throws SQLException {
      var breaches = new Findings(source.listed());
      Stage canonical = Stage.open(duck, TraceFormats.get(TraceFormats.CANONICAL), breaches);
      for (Role role : files.keySet()) {
        Relation relation = mapped.mapped(role);
        var origin = new Origin(format.name() + " " + role.label(), new Places.Rows());
        Declaration declaration = canonical.declaration(role);
        List<String> columns = List.copyOf(relation.cells().keySet());
        if (declaration.compare(origin, 0, columns, breaches)
            && declaration.compareTypes(origin, relation.cells(), breaches)) {
          canonical.fill(role, relation, origin);
        }
      }
      canonical.check();
      if (!breaches.isEmpty()) {
        throw new IllegalStateException(
            breaches.first().stream()
                .map(Problem::render)
                .collect(Collectors.joining("\n", "a format breaks the canonical form:\n", "")));
      }
      canonical.map();
      canonical.dropRaw();
    }
  }
}
