package dev.weir.store.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.jooq.SQLDialect;

/**
 * A database whose writer fails at a chosen statement or commit: a full disk, a lost connection.
 */
final class FailingDatabase implements Database {
  private static final Set<String> COUNTED =
      Set.of("executeBatch", "executeUpdate", "executeQuery", "commit");

  private final Database real;
  private final boolean afterIt;
  private int left = Integer.MAX_VALUE;
  private int calls;

  /**
   * @param afterIt the call does its work before it fails: the outcome is not known
   */
  FailingDatabase(Database real, boolean afterIt) {
    this.real = real;
    this.afterIt = afterIt;
  }

  /** The call of this number from now on fails; the first is 1. */
  void failAt(int call) {
    left = call;
  }

  int calls() {
    return calls;
  }

  @Override
  public Connection writer() throws SQLException {
    return (Connection) wrap(real.writer(), Connection.class);
  }

  private Object wrap(Object target, Class<?> type) {
    return Proxy.newProxyInstance(
        FailingDatabase.class.getClassLoader(),
        new Class<?>[] {type},
        (_, method, arguments) -> {
          boolean fails = false;
          if (COUNTED.contains(method.getName())) {
            calls++;
            fails = --left == 0;
            if (fails && !afterIt) {
              throw new SQLException("the disk is full");
            }
          }
          try {
            Object result = method.invoke(target, arguments);
            if (fails) {
              throw new SQLException("the connection is lost");
            }
            return result instanceof PreparedStatement
                ? wrap(result, PreparedStatement.class)
                : result;
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  @Override
  public SQLDialect dialect() {
    return real.dialect();
  }

  @Override
  public Map<String, String> placeholders() {
    return real.placeholders();
  }

  @Override
  public DataSource plain() {
    return real.plain();
  }

  @Override
  public Connection reader() throws SQLException {
    return real.reader();
  }

  @Override
  public String place() {
    return real.place();
  }
}
