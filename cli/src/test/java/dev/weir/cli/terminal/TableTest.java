package dev.weir.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import org.junit.jupiter.api.Test;

class TableTest {
  @Test
  void wordsStandLeftAndNumbersRight() {
    Table table =
        new Table("POLICY", "JCT", "LOST").row("fifo", "1234.5", "-").row("weir", 8, "12 %");

    assertThat(printed(table, false, 80))
        .isEqualTo(
            """
            POLICY     JCT  LOST
            fifo    1234.5     -
            weir         8  12 %
            """);
  }

  @Test
  void aNarrowTerminalCutsTheWidestColumn() {
    Table table = new Table("JOB", "WHY").row("a", "no node has eight free devices");

    assertThat(printed(table, true, 20))
        .isEqualTo(
            """
            JOB  WHY
            a    no node has ei…
            """);
  }

  @Test
  void aProgramGetsEveryCharacter() {
    Table table = new Table("JOB", "WHY").row("a", "no node has eight free devices");

    assertThat(printed(table, false, 20)).contains("no node has eight free devices");
  }

  @Test
  void chineseIsTwoColumnsWide() {
    Table table = new Table("队列", "N").row("a", 1).row("训练", 22);

    assertThat(printed(table, true, 80))
        .isEqualTo(
            """
            队列   N
            a      1
            训练  22
            """);
  }

  @Test
  void aCellWithLinesStaysOnOneLine() {
    assertThat(printed(new Table("A").row("x\n  y"), false, 80)).isEqualTo("A\nx y\n");
  }

  @Test
  void aRowOfAnotherLengthIsRefused() {
    Table table = new Table("A", "B");

    assertThatThrownBy(() -> table.row("x")).hasMessage("a row of 1 cells in a table of 2 columns");
  }

  private static String printed(Table table, boolean terminal, int width) {
    var out = new StringWriter();
    var to =
        new Terminal(
            new PrintWriter(out),
            new PrintWriter(Writer.nullWriter()),
            terminal,
            false,
            false,
            width);
    table.print(to);
    to.flush();
    return out.toString().replace(System.lineSeparator(), "\n");
  }
}
