package dev.weir.store.sql;

import dev.weir.control.JournalFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.ResourceProvider;
import org.flywaydb.core.api.resource.LoadableResource;
import org.jspecify.annotations.Nullable;

/**
 * A set of tables and its versions. The scripts are named here and not searched for, which is
 * quicker and independent of how the class path is packed.
 *
 * @param folder of the scripts, beside this package
 * @param history the table in which Flyway keeps what was applied
 * @param scripts version 1 first
 */
record Schema(String folder, String history, List<String> scripts) {
  /** Kept, because the JDK forgets the level of a logger that nobody holds. */
  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

  static {
    FLYWAY.setLevel(Level.WARNING); // of a usual first start there is nothing to tell
  }

  static final Schema JOURNAL =
      new Schema(
          "schema",
          "schema_history",
          List.of("V1__journal_and_read_models.sql", "V2__snapshots.sql"));
  static final Schema TELEMETRY =
      new Schema("telemetry", "telemetry_history", List.of("V1__samples.sql"));

  int newest() {
    return scripts.size();
  }

  /**
   * Brings the database to the newest version.
   *
   * @throws JournalFailure when a newer version of Weir wrote it, or a script fails
   */
  void migrate(Database database) {
    OptionalInt present = present(database);
    if (present.isPresent() && present.getAsInt() == newest()) {
      return; // the usual start, without waking Flyway
    }
    try {
      Flyway.configure(Schema.class.getClassLoader())
          .dataSource(database.plain())
          .table(history)
          .placeholders(database.placeholders())
          .resourceProvider(new Scripts())
          .javaMigrationClassProvider(List::of)
          // Two schemas may share one database.
          .baselineOnMigrate(true)
          .baselineVersion("0")
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new JournalFailure("the schema of %s cannot be set up".formatted(database.place()), e);
    }
  }

  /**
   * Refuses another version than the newest, for those who only read.
   *
   * @throws JournalFailure when it is another
   */
  void require(Database database) {
    OptionalInt present = present(database);
    if (present.isEmpty() || present.getAsInt() != newest()) {
      throw new JournalFailure(
          "%s has schema version %s; this version of Weir reads %d. Start the server once, which brings it up"
              .formatted(
                  database.place(),
                  present.isPresent() ? Integer.toString(present.getAsInt()) : "none",
                  newest()));
    }
  }

  private OptionalInt present(Database database) {
    try (Connection connection = database.plain().getConnection();
        Statement statement = connection.createStatement()) {
      if (!exists(connection)) {
        return OptionalInt.empty();
      }
      int version = 0;
      try (ResultSet rows =
          statement.executeQuery("select version from " + history + " where version is not null")) {
        while (rows.next()) {
          version = Math.max(version, Integer.parseInt(rows.getString(1)));
        }
      }
      if (version > newest()) {
        throw new JournalFailure(
            "%s was written by a newer version of Weir: it has schema version %d, this one knows %d"
                .formatted(database.place(), version, newest()));
      }
      return OptionalInt.of(version);
    } catch (SQLException e) {
      throw new JournalFailure("%s cannot be opened".formatted(database.place()), e);
    }
  }

  private boolean exists(Connection connection) throws SQLException {
    try (ResultSet tables =
        connection
            .getMetaData()
            .getTables(null, connection.getSchema(), history, new String[] {"TABLE"})) {
      return tables.next();
    }
  }

  private final class Scripts implements ResourceProvider {
    @Override
    public @Nullable LoadableResource getResource(String name) {
      return scripts.contains(name) ? new Script(name, text(name)) : null;
    }

    @Override
    public Collection<LoadableResource> getResources(String prefix, String[] suffixes) {
      List<LoadableResource> found = new ArrayList<>();
      for (String script : scripts) {
        if (script.startsWith(prefix) && Arrays.stream(suffixes).anyMatch(script::endsWith)) {
          found.add(new Script(script, text(script)));
        }
      }
      return found;
    }

    private String text(String script) {
      String path = "/dev/weir/store/" + folder + "/" + script;
      try (InputStream in = Schema.class.getResourceAsStream(path)) {
        if (in == null) {
          throw new IllegalStateException(path + " is missing from the class path");
        }
        Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8);
        return reader.readAllAsString();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final class Script extends LoadableResource {
    private final String name;
    private final String text;

    Script(String name, String text) {
      this.name = name;
      this.text = text;
    }

    @Override
    public Reader read() {
      return new StringReader(text);
    }

    @Override
    public String getAbsolutePath() {
      return name;
    }

    @Override
    public String getAbsolutePathOnDisk() {
      return name;
    }

    @Override
    public String getFilename() {
      return name;
    }

    @Override
    public String getRelativePath() {
      return name;
    }
  }
}
