package dev.weir.driver.local.inventory.reading;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamReadException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Reads JSON as far as it is well formed: one document or several one after another, as {@code
 * amd-smi} prints them. Text after the last document is not JSON's fault and only said.
 */
public final class JsonText {
  private static final JsonFactory FACTORY = new JsonFactory();

  private JsonText() {}

  /** The documents, each an entry without a name; items of arrays have no name either. */
  public static List<Entry> read(Output output, Warnings warnings) {
    Entry top = new Entry("", 1);
    Deque<Entry> open = new ArrayDeque<>();
    open.push(top);
    try (JsonParser parser = FACTORY.createParser(output.text())) {
      fill(parser, open);
      if (open.size() > 1) {
        damaged(parser, open, warnings);
      }
    } catch (StreamReadException broken) {
      int line = broken.getLocation() == null ? 0 : broken.getLocation().getLineNr();
      if (open.size() > 1 || top.children().isEmpty()) {
        warnings.add(line, openPath(open), "ends here or is damaged", "well-formed JSON");
      } else {
        warnings.add(line, "", "text after the JSON is left aside", "nothing or another document");
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException("reading a string cannot fail", impossible);
    }
    return top.children();
  }

  private static void damaged(JsonParser parser, Deque<Entry> open, Warnings warnings) {
    int line = parser.currentLocation().getLineNr();
    warnings.add(line, openPath(open), "ends in the middle", "well-formed JSON");
  }

  /** A value counts when the token after it could be read: the last one may be cut in half. */
  private static void fill(JsonParser parser, Deque<Entry> open) throws IOException {
    String name = "";
    Entry pending = null;
    for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
      if (pending != null) {
        open.getFirst().add(pending);
        pending = null;
      }
      int line = parser.currentTokenLocation().getLineNr();
      switch (token) {
        case FIELD_NAME -> name = parser.currentName();
        case START_OBJECT, START_ARRAY -> {
          Entry entry = new Entry(name, line);
          open.getFirst().add(entry);
          open.push(entry);
          name = "";
        }
        case END_OBJECT, END_ARRAY -> open.pop();
        default -> {
          pending = new Entry(name, line, parser.getText().strip());
          name = "";
        }
      }
    }
    if (pending != null && open.size() == 1) {
      open.getFirst().add(pending);
    }
  }

  private static String openPath(Deque<Entry> open) {
    var path = new StringBuilder();
    open.descendingIterator()
        .forEachRemaining(
            entry -> {
              if (!entry.name().isEmpty()) {
                path.append(path.isEmpty() ? "" : "/").append(entry.name());
              }
            });
    return path.toString();
  }
}
