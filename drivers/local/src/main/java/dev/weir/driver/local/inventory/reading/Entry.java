package dev.weir.driver.local.inventory.reading;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One named piece of a tool's output: an XML element, a member of a JSON object, a key. */
public final class Entry {
  private final String name;
  private final int line;
  private final List<Entry> children = new ArrayList<>();
  private String text = "";

  Entry(String name, int line) {
    this.name = name;
    this.line = line;
  }

  Entry(String name, int line, String text) {
    this(name, line);
    this.text = text;
  }

  /** A row of a table as an entry with a child per column. */
  public static Entry ofRow(int line, List<String> columns, List<String> cells) {
    Entry row = new Entry("", line);
    for (int i = 0; i < Math.min(columns.size(), cells.size()); i++) {
      row.add(new Entry(columns.get(i), line, cells.get(i).strip()));
    }
    return row;
  }

  void add(Entry child) {
    children.add(child);
  }

  void text(String value) {
    text = value;
  }

  /** Name of the element or key; empty for the items of a JSON array. */
  public String name() {
    return name;
  }

  /** 1-based. */
  public int line() {
    return line;
  }

  /** The text, without white space around it; empty for an entry that only holds others. */
  public String text() {
    return text;
  }

  public List<Entry> children() {
    return List.copyOf(children);
  }

  /** The children of that name. */
  public List<Entry> all(String child) {
    return children.stream().filter(entry -> entry.name.equals(child)).toList();
  }

  /** The first entry down a path of names such as {@code fb_memory_usage/total}. */
  public Optional<Entry> at(String path) {
    Optional<Entry> here = Optional.of(this);
    for (String step : path.split("/")) {
      here =
          here.flatMap(
              entry -> entry.children.stream().filter(e -> e.name.equals(step)).findFirst());
    }
    return here;
  }
}
