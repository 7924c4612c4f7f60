package dev.weir.store.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.RenderQuotedNames;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/** What differs between the databases. All connections are handed out without auto-commit. */
interface Database {
  SQLDialect dialect();

  /** What the migrations' placeholders mean here. */
  Map<String, String> placeholders();

  /** For migrations, with auto-commit. */
  DataSource plain();

  /** For the one that commits turns: a commit returns when it is on the disk. */
  Connection writer() throws SQLException;

  /** For questions: a transaction sees one state throughout. */
  Connection reader() throws SQLException;

  /** Where it is, for messages. */
  String place();

  /** Statements of this dialect, without a connection. */
  default DSLContext sql() {
    return DSL.using(dialect(), settings());
  }

  /** Statements of this dialect, executed on the connection. */
  default DSLContext sql(Connection connection) {
    return DSL.using(connection, dialect(), settings());
  }

  private static Settings settings() {
    return new Settings().withRenderQuotedNames(RenderQuotedNames.NEVER).withExecuteLogging(false);
  }
}
