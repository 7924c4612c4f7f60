package dev.weir.files.yaml;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A value in a document, with its place. Scalars keep the text as it was written; types are given
 * by who reads them.
 */
public sealed interface Node {

  /** Where the value begins. */
  Place place();

  /** How many nodes a reader meets in it when every alias is followed; saturates. */
  long size();

  /**
   * A single value.
   *
   * @param text the content, without quotes and escapes
   * @param quoted whether it is text by its form (quotes, block scalar or the tag {@code !!str})
   */
  record Scalar(String text, boolean quoted, Place place) implements Node {
    private static final Pattern NUMBER =
        Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");

    @Override
    public long size() {
      return 1;
    }

    /**
     * A field that was named but given no value ({@code null} or {@code ~} of the core schema, or
     * nothing).
     */
    public boolean isEmpty() {
      return !quoted
          && switch (text) {
            case "", "~", "null", "Null", "NULL" -> true;
            default -> false;
          };
    }

    /** Whether it is a plain decimal number. */
    public boolean isNumber() {
      return !quoted && NUMBER.matcher(text).matches();
    }

    /** Whether it is a plain truth value of the core schema. */
    public boolean isTruth() {
      return !quoted
          && switch (text) {
            case "true", "True", "TRUE", "false", "False", "FALSE" -> true;
            default -> false;
          };
    }
  }

  /** A list. */
  record Items(List<Node> items, Place place, long size) implements Node {}

  /** Fields in the order of the text; a name may stand twice, which is for the reader to refuse. */
  record Fields(List<Entry> entries, Place place, long size) implements Node {}

  /** One field. */
  record Entry(Scalar key, Node value) {}
}
