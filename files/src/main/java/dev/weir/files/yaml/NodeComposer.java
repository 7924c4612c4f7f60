package dev.weir.files.yaml;

import dev.weir.files.InvalidDocument;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;

/**
 * Builds trees from parser events. Own composer, because the library's recurses without a limit and
 * follows aliases before anyone can count what they expand to.
 */
final class NodeComposer {
  /** Deeper than any document people write; keeps recursion far from the end of the stack. */
  private static final int MAX_DEPTH = 100;

  /** Aliases may make a document this many times larger than its text, beyond a free amount. */
  private static final int MAX_EXPANSION = 10;

  private static final long FREE_EXPANSION = 10_000;
  private static final String CORE = "tag:yaml.org,2002:";
  private static final Set<String> KNOWN_TAGS =
      Set.of("str", "int", "float", "bool", "null", "map", "seq");

  private final String file;
  private final Iterator<Event> events;
  private final Map<String, Node> anchors = new LinkedHashMap<>();
  private final Set<String> openAnchors = new HashSet<>();
  private long written;

  NodeComposer(String file, Iterator<Event> events) {
    this.file = file;
    this.events = events;
  }

  List<Node> documents() {
    var documents = new ArrayList<Node>();
    while (events.hasNext()) {
      Event event = events.next();
      if (event.getEventId() == Event.ID.DocumentStart) {
        anchors.clear();
        written = 0;
        Node root = node(events.next(), 0);
        refuseBomb(root);
        documents.add(root);
      }
    }
    return documents;
  }

  private Node node(Event event, int depth) {
    if (depth > MAX_DEPTH) {
      throw refused(event, "nests too deeply", "at most " + MAX_DEPTH + " levels");
    }
    written++;
    if (event instanceof AliasEvent alias) {
      return aliased(alias);
    }
    Optional<String> anchor = ((NodeEvent) event).getAnchor().map(Anchor::getValue);
    anchor.ifPresent(openAnchors::add);
    Node node =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar);
          case SequenceStartEvent start -> items(start, depth);
          case MappingStartEvent start -> fields(start, depth);
          default -> throw new IllegalStateException("parser event out of place: " + event);
        };
    anchor.ifPresent(name -> define(name, node));
    return node;
  }

  private void define(String anchor, Node node) {
    openAnchors.remove(anchor);
    anchors.put(anchor, node);
  }

  private Node aliased(AliasEvent alias) {
    String name = alias.getAlias().getValue();
    if (openAnchors.contains(name)) {
      throw refused(alias, "the anchor &" + name + " contains itself", "a finite value");
    }
    Node target = anchors.get(name);
    if (target == null) {
      throw new InvalidDocument(
          problem(alias, "unknown anchor: *" + name).nearest(Nearest.to(name, anchors.keySet())));
    }
    return target;
  }

  private Node scalar(ScalarEvent event) {
    Optional<String> tag = tag(event, event.getTag());
    boolean quoted = event.getScalarStyle() != ScalarStyle.PLAIN || tag.equals(Optional.of("str"));
    refuseUnwritable(event);
    return new Node.Scalar(event.getValue(), quoted, place(event));
  }

  /**
   * Escapes can name what no file name, argument or variable can hold, and what UTF-8 cannot write;
   * whoever meets it later would cut or replace it.
   */
  private void refuseUnwritable(ScalarEvent event) {
    String text = event.getValue();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == 0) {
        throw refused(event, "holds the character NUL", "a text without it");
      }
      if (Character.isSurrogate(c)) {
        if (Character.isHighSurrogate(c)
            && i + 1 < text.length()
            && Character.isLowSurrogate(text.charAt(i + 1))) {
          i++;
        } else {
          throw refused(event, "holds half of a surrogate pair", "a text that UTF-8 can write");
        }
      }
    }
  }

  private Node items(SequenceStartEvent start, int depth) {
    tag(start, start.getTag());
    var items = new ArrayList<Node>();
    long size = 1;
    for (Event event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      Node item = node(event, depth + 1);
      items.add(item);
      size = plus(size, item.size());
    }
    return new Node.Items(List.copyOf(items), place(start), size);
  }

  private Node fields(MappingStartEvent start, int depth) {
    tag(start, start.getTag());
    var entries = new ArrayList<Node.Entry>();
    long size = 1;
    for (Event event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      Node.Scalar key = key(node(event, depth + 1));
      Node value = node(events.next(), depth + 1);
      entries.add(new Node.Entry(key, value));
      size = plus(size, 1 + value.size());
    }
    return new Node.Fields(List.copyOf(entries), place(start), size);
  }

  private Node.Scalar key(Node node) {
    if (!(node instanceof Node.Scalar key)) {
      throw refused(node.place(), "a field name is a list or a block", "a name");
    }
    if (key.text().equals("<<") && !key.quoted()) {
      throw refused(
          key.place(),
          "merge keys (<<) are not part of YAML 1.2",
          "the fields themselves, or an anchor for a whole value");
    }
    return key;
  }

  /**
   * The core tag without its prefix, if one is written; other tags ask for types that nobody here
   * knows.
   */
  private Optional<String> tag(Event event, Optional<String> written) {
    if (written.isEmpty() || written.get().equals("!")) {
      return Optional.empty();
    }
    String tag = written.get();
    String name = tag.startsWith(CORE) ? tag.substring(CORE.length()) : tag;
    if (!KNOWN_TAGS.contains(name)) {
      throw refused(event, "unknown tag: " + name, "no tag");
    }
    return Optional.of(name);
  }

  private void refuseBomb(Node root) {
    long allowed = FREE_EXPANSION + MAX_EXPANSION * written;
    if (root.size() > allowed) {
      throw new InvalidDocument(
          Problem.at(
                  file,
                  root.place().line(),
                  root.place().column(),
                  "",
                  "aliases expand the document too much")
              .expecting("at most " + allowed + " values"));
    }
  }

  private static long plus(long left, long right) {
    long sum = left + right;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }

  private InvalidDocument refused(Event event, String message, String expected) {
    return refused(place(event), message, expected);
  }

  private InvalidDocument refused(Place place, String message, String expected) {
    return new InvalidDocument(
        Problem.at(file, place.line(), place.column(), "", message).expecting(expected));
  }

  private Problem problem(Event event, String message) {
    Place place = place(event);
    return Problem.at(file, place.line(), place.column(), "", message);
  }

  private static Place place(Event event) {
    return event
        .getStartMark()
        .map(mark -> new Place(mark.getLine() + 1, mark.getColumn() + 1))
        .orElse(new Place(1, 1));
  }
}
