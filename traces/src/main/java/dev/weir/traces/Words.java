package dev.weir.traces;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The words of one column of the canonical jobs, each known by a small number. A million jobs name
 * few queues, users and models, and fetching a text from DuckDB costs far more than fetching a
 * number.
 *
 * @param column name of the column
 * @param words the words, sorted; the position is the code
 */
record Words(String column, List<String> words) {

  /** Collects the words of a column of {@code canonical.jobs}; empty texts have no code. */
  static Words collect(Duck duck, String column) throws SQLException {
    String name = Duck.name(column);
    duck.execute(
        """
        CREATE TABLE %s AS
        SELECT word, (row_number() OVER (ORDER BY word) - 1)::INTEGER AS code
        FROM (SELECT DISTINCT %s AS word FROM canonical.jobs WHERE %s <> '')"""
            .formatted(table(column), name, name));
    return new Words(
        column,
        duck.query(
            "SELECT word FROM %s ORDER BY code".formatted(table(column)), row -> row.getString(1)));
  }

  /** SQL of the code, where the jobs are named {@code j}. */
  String code() {
    return words.isEmpty() ? "NULL::INTEGER" : "w_%s.code".formatted(column);
  }

  /** SQL that joins the code to the jobs {@code j}. */
  String join() {
    return words.isEmpty()
        ? ""
        : " LEFT JOIN %s AS w_%s ON j.%s = w_%s.word"
            .formatted(table(column), column, Duck.name(column), column);
  }

  /** What the words mean, by code. */
  <T> List<T> mapped(Function<String, T> meaning) {
    var meanings = new ArrayList<T>(words.size());
    words.forEach(word -> meanings.add(meaning.apply(word)));
    return meanings;
  }

  /** Drops the table of codes. */
  void drop(Duck duck) throws SQLException {
    duck.execute("DROP TABLE " + table(column));
  }

  private static String table(String column) {
    return "canonical.words_" + column;
  }
}
