package dev.weir.files.yaml;

import dev.weir.files.InvalidDocument;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * Replaces single values in a text and leaves everything else as it is, so that lines, comments and
 * the person's own layout stay. Values of several lines (block scalars) are not touched.
 */
public final class ScalarEdits {
  /** Gives the new value, or nothing. */
  private final BiFunction<List<String>, String, Optional<String>> replacement;

  private final Deque<Level> levels = new ArrayDeque<>();
  private final List<Edit> edits = new ArrayList<>();

  /** An open block or list; a list has no keys. */
  private static final class Level {
    private final boolean fields;
    private @Nullable String key;

    Level(boolean fields) {
      this.fields = fields;
    }

    boolean wantsKey() {
      return fields && key == null;
    }
  }

  /** Places in code points, as the parser counts. */
  private record Edit(int from, int to, String text) {}

  private ScalarEdits(BiFunction<List<String>, String, Optional<String>> replacement) {
    this.replacement = replacement;
  }

  /**
   * Replaces values.
   *
   * @param replacement of a value, given the names of the fields that lead to it (places in lists
   *     have none) and its text; empty = it stays
   * @throws InvalidDocument the text is not well-formed
   */
  public static SourceText replace(
      SourceText source, BiFunction<List<String>, String, Optional<String>> replacement) {
    YamlText.parse(source); // says in words what is wrong with it
    ScalarEdits edits = new ScalarEdits(replacement);
    var settings =
        LoadSettings.builder().setUseMarks(true).setCodePointLimit(Integer.MAX_VALUE).build();
    Iterator<Event> events = new Parse(settings).parseString(source.text()).iterator();
    while (events.hasNext()) {
      edits.see(events.next());
    }
    return new SourceText(source.name(), edits.applied(source.text()));
  }

  private void see(Event event) {
    switch (event.getEventId()) {
      case MappingStart -> levels.push(new Level(true));
      case SequenceStart -> levels.push(new Level(false));
      case MappingEnd, SequenceEnd -> {
        levels.pop();
        complete("");
      }
      case Alias -> complete("");
      case Scalar -> scalar((ScalarEvent) event);
      default -> {
        // Begin and end of documents and of the stream.
      }
    }
  }

  private void scalar(ScalarEvent event) {
    Level level = levels.peek();
    if (level == null || !level.wantsKey()) {
      consider(event);
    }
    complete(event.getValue());
  }

  private void complete(String text) {
    Level level = levels.peek();
    if (level != null && level.fields) {
      level.key = level.wantsKey() ? text : null;
    }
  }

  private void consider(ScalarEvent event) {
    ScalarStyle style = event.getScalarStyle();
    Optional<Mark> from = event.getStartMark();
    Optional<Mark> to = event.getEndMark();
    boolean block = style == ScalarStyle.LITERAL || style == ScalarStyle.FOLDED;
    if (block || from.isEmpty() || to.isEmpty()) {
      return;
    }
    // What stands behind an alias elsewhere is still found there.
    String anchor = event.getAnchor().map(name -> "&" + name.getValue() + " ").orElse("");
    replacement
        .apply(path(), event.getValue())
        .ifPresent(
            text ->
                edits.add(
                    new Edit(from.get().getIndex(), to.get().getIndex(), anchor + quoted(text))));
  }

  private List<String> path() {
    List<String> names = new ArrayList<>();
    for (Iterator<Level> all = levels.descendingIterator(); all.hasNext(); ) {
      String key = all.next().key;
      if (key != null) {
        names.add(key);
      }
    }
    return names;
  }

  private String applied(String text) {
    StringBuilder edited = new StringBuilder();
    int at = 0;
    for (Edit edit : edits) {
      int from = text.offsetByCodePoints(0, edit.from());
      edited.append(text, at, from).append(edit.text());
      at = text.offsetByCodePoints(0, edit.to());
    }
    return edited.append(text, at, text.length()).toString();
  }

  /** In double quotes every text is one line (YAML 1.2.2, 7.3.1), in JSON as well. */
  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
              } else if (c < ' ' || c == 0x7f) {
                quoted.append("\\u%04x".formatted(c));
              } else {
                quoted.appendCodePoint(c);
              }
            });
    return quoted.append('"').toString();
  }
}
