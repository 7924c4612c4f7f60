package dev.weir.files.sbatch;

import java.util.ArrayList;
import java.util.List;

/** Cuts a line into words as sbatch does: quotes, backslashes, a comment after a space and #. */
final class Words {
  private final String line;
  private final List<Word> words = new ArrayList<>();
  private int at;

  /** A word and where it begins, 1-based. */
  record Word(String text, int column) {}

  private Words(String line, int from) {
    this.line = line;
    this.at = from;
  }

  /**
   * The words from a position of the line on.
   *
   * @throws IllegalArgumentException a quote is not closed
   */
  static List<Word> of(String line, int from) {
    Words words = new Words(line, from);
    while (words.skipBlanks()) {
      words.take();
    }
    return List.copyOf(words.words);
  }

  private boolean skipBlanks() {
    while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
      at++;
    }
    return at < line.length() && line.charAt(at) != '#';
  }

  private void take() {
    int start = at;
    var text = new StringBuilder();
    while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
      char c = line.charAt(at++);
      if (c == '\'' || c == '"') {
        quoted(c, text);
      } else if (c == '\\' && at < line.length()) {
        text.append(line.charAt(at++));
      } else {
        text.append(c);
      }
    }
    words.add(new Word(text.toString(), start + 1));
  }

  private void quoted(char quote, StringBuilder text) {
    int start = at;
    while (at < line.length()) {
      char c = line.charAt(at++);
      if (c == quote) {
        return;
      }
      if (c == '\\' && quote == '"' && at < line.length()) {
        text.append(line.charAt(at++));
      } else {
        text.append(c);
      }
    }
    throw new IllegalArgumentException("the quote at column " + start + " is not closed");
  }
}
