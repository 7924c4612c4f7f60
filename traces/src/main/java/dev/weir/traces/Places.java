package dev.weir.traces;

import java.util.Arrays;

/**
 * Where the rows of a file stand, so that a problem of row n can name its line. Rows count from 0.
 */
sealed interface Places {

  /** The 1-based line on which a row begins; 0 where files have no lines. */
  int line(long row);

  /** The place in words: {@code line 17}, {@code row 16}. */
  String words(long row);

  /** What stands before the column name in a problem's field. */
  String prefix(long row);

  /** Rows of a binary table. */
  record Rows() implements Places {
    @Override
    public int line(long row) {
      return 0;
    }

    @Override
    public String words(long row) {
      return "row " + (row + 1);
    }

    @Override
    public String prefix(long row) {
      return words(row) + ", ";
    }
  }

  /**
   * Lines of a text. Nearly every row begins one line after its predecessor, so only the exceptions
   * are kept: from row {@code rows[i]} on, a row stands at line {@code row + shifts[i]}.
   */
  final class Lines implements Places {
    private long[] rows = new long[8];
    private long[] shifts = new long[8];
    private int size;

    /** Says on which line the next row begins; rows are told in order. */
    void row(long row, long line) {
      long shift = line - row;
      if (size > 0 && shifts[size - 1] == shift) {
        return;
      }
      if (size == rows.length) {
        rows = Arrays.copyOf(rows, 2 * size);
        shifts = Arrays.copyOf(shifts, 2 * size);
      }
      rows[size] = row;
      shifts[size++] = shift;
    }

    @Override
    public int line(long row) {
      int found = Arrays.binarySearch(rows, 0, size, row);
      int index = found >= 0 ? found : -found - 2;
      return Math.toIntExact(row + shifts[index]);
    }

    @Override
    public String words(long row) {
      return "line " + line(row);
    }

    @Override
    public String prefix(long row) {
      return "";
    }
  }
}
