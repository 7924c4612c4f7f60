package dev.weir.files.sbatch;

import dev.weir.files.yaml.SourceText;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the directives of a script: lines that begin with {@code #SBATCH}, down to the first line
 * that is neither a comment nor blank (sbatch, opt.c).
 */
final class Script {
  private static final String MARK = "#SBATCH";

  private final String file;
  private final List<Directive> directives = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private final List<Notice> notices = new ArrayList<>();
  private final String text;

  /** Reads the script; what is wrong is in {@link #problems}. */
  Script(SourceText source) {
    this.file = source.name();
    this.text = withoutCarriageReturns(source.text());
    if (!text.startsWith("#!")) {
      problems.add(
          Problem.at(file, 1, 1, "", "is no script").expecting("#! and a shell in the first line"));
    }
    if (text.indexOf('\0') >= 0) {
      problems.add(Problem.ofFile(file, "holds a zero byte").expecting("text"));
    }
    readLines(text.split("\n", -1));
  }

  /** The text that runs: with plain line ends. */
  String text() {
    return text;
  }

  List<Directive> directives() {
    return directives;
  }

  List<Problem> problems() {
    return problems;
  }

  List<Notice> notices() {
    return notices;
  }

  private String withoutCarriageReturns(String written) {
    if (written.indexOf('\r') < 0) {
      return written;
    }
    notices.add(new Notice(file, 1, "", "line ends of Windows are read as plain ones"));
    return written.replace("\r\n", "\n").replace('\r', '\n');
  }

  private void readLines(String[] lines) {
    boolean commands = false;
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      if (line.startsWith(MARK) && commands) {
        notices.add(new Notice(file, i + 1, MARK, "stands after the first command, so it is none"));
      } else if (line.startsWith(MARK)) {
        readLine(line, i + 1);
      } else if (line.startsWith("#PBS") || line.startsWith("#BSUB") || line.startsWith("#OAR")) {
        notices.add(new Notice(file, i + 1, line.split("\\s", 2)[0], "is not read"));
      } else if (line.matches("#\\s+SBATCH\\s+-.*")) {
        notices.add(
            new Notice(file, i + 1, "# SBATCH", "is a comment; " + MARK + " is a directive"));
      } else {
        commands |= !line.isBlank() && !line.startsWith("#");
      }
    }
  }

  private void readLine(String line, int number) {
    try {
      Iterator<Words.Word> words = Words.of(line, MARK.length()).iterator();
      while (words.hasNext()) {
        readWord(words.next(), words, number);
      }
    } catch (IllegalArgumentException unclosed) {
      problems.add(Problem.at(file, number, 1, MARK, String.valueOf(unclosed.getMessage())));
    }
  }

  private void readWord(Words.Word word, Iterator<Words.Word> next, int line) {
    String written = word.text();
    if (written.equals("hetjob") || written.equals("packjob")) {
      problems.add(
          Problem.at(file, line, word.column(), written, "a job of several groups of resources")
              .expecting("one group; roles in a job file say several"));
    } else if (written.startsWith("--") && written.length() > 2) {
      longOption(word, next, line);
    } else if (written.startsWith("-") && written.length() > 1) {
      letters(word, next, line);
    } else {
      problems.add(
          Problem.at(file, line, word.column(), "", "is no option")
              .got("\"" + written + "\"")
              .expecting("an option of sbatch, such as --time=1:00:00"));
    }
  }

  private void longOption(Words.Word word, Iterator<Words.Word> next, int line) {
    int equals = word.text().indexOf('=');
    String name = word.text().substring(2, equals < 0 ? word.text().length() : equals);
    Optional<String> value =
        equals < 0 ? Optional.empty() : Optional.of(word.text().substring(equals + 1));
    SbatchOptions.ofName(name)
        .ifPresentOrElse(
            option -> take(option, value, next, line, word.column()),
            () ->
                problems.add(
                    Problem.at(file, line, word.column(), "--" + name, "unknown option of sbatch")
                        .nearest(Nearest.to(name, SbatchOptions.names()).map(n -> "--" + n))));
  }

  /** {@code -N4}, {@code -N 4} or several letters without values. */
  private void letters(Words.Word word, Iterator<Words.Word> next, int line) {
    String written = word.text();
    for (int i = 1; i < written.length(); i++) {
      Optional<SbatchOption> option = SbatchOptions.ofLetter(written.charAt(i));
      if (option.isEmpty()) {
        String name = "-" + written.charAt(i);
        problems.add(Problem.at(file, line, word.column() + i, name, "unknown option of sbatch"));
        return;
      }
      if (option.get().argument() != SbatchOption.Argument.NONE) {
        String rest = written.substring(i + 1);
        Optional<String> value = rest.isEmpty() ? Optional.empty() : Optional.of(rest);
        take(option.get(), value, next, line, word.column());
        return;
      }
      take(option.get(), Optional.empty(), next, line, word.column());
    }
  }

  private void take(
      SbatchOption option,
      Optional<String> written,
      Iterator<Words.Word> next,
      int line,
      int column) {
    Optional<String> value = written;
    if (option.argument() == SbatchOption.Argument.REQUIRED && value.isEmpty() && next.hasNext()) {
      value = Optional.of(next.next().text());
    }
    boolean lacks = option.argument() == SbatchOption.Argument.REQUIRED && value.isEmpty();
    boolean tooMuch = option.argument() == SbatchOption.Argument.NONE && value.isPresent();
    if (lacks || tooMuch) {
      String what = lacks ? "has no value" : "takes no value";
      problems.add(Problem.at(file, line, column, option.written(), what));
      return;
    }
    switch (option.fate()) {
      case MAPPED -> {}
      case NOTED -> notices.add(new Notice(file, line, option.written(), option.why()));
      case REFUSED ->
          problems.add(
              Problem.at(file, line, column, option.written(), "cannot be had: " + option.why()));
    }
    directives.add(new Directive(option, value.orElse(""), line, column));
  }
}
