package dev.weir.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table for people: a head, and rows in columns two spaces apart. A column whose cells are all
 * numbers stands to the right. When the reader is a terminal that is too narrow, the widest column
 * is cut, and an ellipsis says so; programs get every character.
 */
public final class Table {
  private static final String GAP = "  ";
  private static final String CUT = "…";
  private static final int NARROWEST = 8;

  private final List<String> head;
  private final List<List<String>> rows = new ArrayList<>();

  /** The names of the columns. */
  public Table(String... head) {
    this.head = List.of(head);
  }

  /** Appends a row; it has as many cells as the head. */
  public Table row(Object... cells) {
    if (cells.length != head.size()) {
      throw new IllegalArgumentException(
          "a row of %d cells in a table of %d columns".formatted(cells.length, head.size()));
    }
    rows.add(Arrays.stream(cells).map(String::valueOf).map(Table::onOneLine).toList());
    return this;
  }

  /** Writes the table to the terminal's {@code out}. */
  public void print(Terminal terminal) {
    int[] widths = widths();
    if (terminal.outIsTerminal()) {
      narrow(widths, terminal.width());
    }
    boolean[] right = numeric();
    terminal.out().println(terminal.paint(Style.BOLD, line(head, widths, right)));
    for (List<String> row : rows) {
      terminal.out().println(line(row, widths, right));
    }
  }

  private int[] widths() {
    int[] widths = head.stream().mapToInt(Table::width).toArray();
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], width(row.get(column)));
      }
    }
    return widths;
  }

  private static void narrow(int[] widths, int available) {
    int gaps = GAP.length() * (widths.length - 1);
    while (Arrays.stream(widths).sum() + gaps > available) {
      int widest = 0;
      for (int column = 1; column < widths.length; column++) {
        widest = widths[column] > widths[widest] ? column : widest;
      }
      if (widths[widest] <= NARROWEST) {
        return;
      }
      widths[widest]--;
    }
  }

  private boolean[] numeric() {
    boolean[] numeric = new boolean[head.size()];
    for (int column = 0; column < numeric.length; column++) {
      int index = column;
      numeric[column] =
          !rows.isEmpty() && rows.stream().map(row -> row.get(index)).allMatch(Table::isNumber);
    }
    return numeric;
  }

  private static boolean isNumber(String cell) {
    String first = cell.startsWith("-") || cell.startsWith("+") ? cell.substring(1) : cell;
    boolean digit = !first.isEmpty() && first.charAt(0) >= '0' && first.charAt(0) <= '9';
    return digit || cell.equals("-");
  }

  private static String line(List<String> cells, int[] widths, boolean[] right) {
    var line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = cut(cells.get(column), widths[column]);
      String padding = " ".repeat(widths[column] - width(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(right[column] ? padding + cell : cell + padding);
    }
    return line.toString().stripTrailing();
  }

  private static String cut(String cell, int width) {
    if (width(cell) <= width) {
      return cell;
    }
    var kept = new StringBuilder();
    int used = 1;
    for (int codePoint : cell.codePoints().toArray()) {
      used += columns(codePoint);
      if (used > width) {
        break;
      }
      kept.appendCodePoint(codePoint);
    }
    return kept.append(CUT).toString();
  }

  private static String onOneLine(String cell) {
    return cell.replaceAll("\\s*\\R\\s*", " ");
  }

  private static int width(String text) {
    return text.codePoints().map(Table::columns).sum();
  }

  /** Terminals draw Chinese, Japanese and Korean characters two columns wide. */
  private static int columns(int codePoint) {
    if (codePoint < 0x1100) {
      return 1;
    }
    boolean fullWidth = codePoint >= 0xFF01 && codePoint <= 0xFF60;
    boolean punctuation = codePoint >= 0x3000 && codePoint <= 0x303E;
    return switch (Character.UnicodeScript.of(codePoint)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> 2;
      default -> fullWidth || punctuation ? 2 : 1;
    };
  }
}
