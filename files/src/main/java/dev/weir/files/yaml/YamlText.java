package dev.weir.files.yaml;

import dev.weir.files.InvalidDocument;
import dev.weir.model.problem.Problem;
import java.util.List;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/** Parses YAML 1.2 text, of which JSON is a part, into one tree per document. */
public final class YamlText {
  /** The parser moves what it holds of a long value with each piece that it reads. */
  private static final int LARGEST_PIECE = 1 << 20;

  private static final int SMALL_PIECE = 4096;

  /** Settings cost as much as a small document, and a server reads thousands per second. */
  private static final LoadSettings SMALL = settings(SMALL_PIECE);

  private YamlText() {}

  private static LoadSettings settings(int length) {
    return LoadSettings.builder()
        .setUseMarks(true)
        .setCodePointLimit(Integer.MAX_VALUE)
        .setBufferSize(Math.min(length, LARGEST_PIECE))
        .build();
  }

  /**
   * The documents of a text, in order; empty when there is nothing but blanks and comments.
   *
   * @throws InvalidDocument the text is not well-formed, nests too deeply or expands too much
   */
  public static List<Node> parse(SourceText source) {
    int length = source.text().length();
    LoadSettings settings = length <= SMALL_PIECE ? SMALL : settings(length);
    try {
      Iterable<Event> events = new Parse(settings).parseString(source.text());
      return new NodeComposer(source.name(), events.iterator()).documents();
    } catch (MarkedYamlEngineException broken) {
      throw new InvalidDocument(syntax(source.name(), broken));
    } catch (ReaderException unprintable) {
      throw new InvalidDocument(unprintable(source, unprintable));
    } catch (YamlVersionException version) {
      var written = version.getSpecVersion();
      throw new InvalidDocument(
          Problem.at(source.name(), 1, 1, "", "unsupported version of YAML")
              .got(written.getMajor() + "." + written.getMinor())
              .expecting("1.2"));
    } catch (YamlEngineException other) {
      throw new InvalidDocument(
          Problem.ofFile(source.name(), "not YAML 1.2").got(String.valueOf(other.getMessage())));
    }
  }

  private static Problem syntax(String file, MarkedYamlEngineException broken) {
    Mark mark = broken.getProblemMark().or(broken::getContextMark).orElse(null);
    int line = mark == null ? 0 : mark.getLine() + 1;
    int column = mark == null ? 0 : mark.getColumn() + 1;
    Problem problem = Problem.at(file, line, column, "", inWords(broken.getProblem()));
    return broken
        .getContextMark()
        .filter(start -> start.getLine() + 1 < line)
        .map(start -> problem.got("inside what begins on line " + (start.getLine() + 1)))
        .orElse(problem);
  }

  /** The parser's commonest complaints in words that name the cure; the others as they are. */
  private static String inWords(String complaint) {
    if (complaint.contains("\\t(TAB)")) {
      return "a tab stands where only blanks may; indent with blanks";
    }
    if (complaint.startsWith("found character '")) {
      char first = complaint.charAt("found character '".length());
      return "a value may not begin with " + first + " unless it is in quotes";
    }
    if (complaint.startsWith("expected <block end>")) {
      return "the indentation, or what begins here, does not fit the lines above";
    }
    return switch (complaint) {
      case "mapping values are not allowed here" ->
          "a field may not begin here: wrong indentation, a missing blank after ':' on the line"
              + " before, or a text with ': ' that needs quotes";
      case "could not find expected ':'" -> "a field name without ':'";
      case "found unexpected end of stream" -> "a quote is opened and never closed";
      default ->
          "YAML syntax: "
              + complaint
                  .replace("<stream end>", "the end of the text")
                  .replace("but got :", "but got ':'");
    };
  }

  private static Problem unprintable(SourceText source, ReaderException cause) {
    int codePoint = cause.getCodePoint();
    int offset = source.text().indexOf(codePoint);
    String before = source.text().substring(0, Math.max(0, offset));
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    int column = 1 + before.length() - (before.lastIndexOf('\n') + 1);
    return Problem.at(source.name(), line, column, "", "a control character stands in the text")
        .got("U+%04X".formatted(codePoint));
  }
}
