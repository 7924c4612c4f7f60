package dev.weir.cli.malformed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;

/** What a line about a malformed file must tell, whatever its words are. */
final class Told {
  private static final Pattern LINE = Pattern.compile("[^:]+:[1-9][0-9]*(:[1-9][0-9]*)?: .+");
  private static final Pattern FIELD =
      Pattern.compile("[^:]+:[0-9]+(:[0-9]+)?: (column [a-z_]+|[A-Za-z][^ :]*): .+");
  private static final String NEAREST = "did you mean \"";

  /** What is true of a file as a whole stands on no line. */
  private static final Pattern WHOLE_FILE =
      Pattern.compile(
          "[^:]+: (is empty|is a Parquet file|is a damaged gzip file|is not a table of text"
              + "|has a header and no rows)\\b.*");

  /** Only what is no field at all may be wrong without one: the text, or a row. */
  private static final Pattern NO_FIELD =
      Pattern.compile(
          "(YAML syntax|a (tab|field|quote|control character|value|second document)|an? "
              + "|aliases|the (anchor|text|indentation|header)|unknown (anchor|tag)|nests|merge"
              + "|unsupported version|wrong type|has nothing|is (the header|not UTF-8|an empty)"
              + "|has [0-9]+ fields|columns are|holds|field [0-9]|\").*");

  private static final Pattern NAME_IS_UNKNOWN =
      Pattern.compile("unknown (?!tag|anchor)|is unknown|is none of|is no model");

  private Told() {}

  static void requireComplete(Malformed input, String line) {
    String name = input.file().getFileName().toString();
    assertThat(line).startsWith(name + ":");
    assertThat(hasLine(line) || WHOLE_FILE.matcher(line).matches()).as("line: %s", line).isTrue();
    assertThat(hasField(line) || !hasLine(line) || NO_FIELD.matcher(message(line)).matches())
        .as("field: %s", line)
        .isTrue();
    if (NAME_IS_UNKNOWN.matcher(line).find()) {
      assertThat(line)
          .containsAnyOf(NEAREST, "expected one of", "expected kind: one of", "is none of");
    }
  }

  static boolean hasLine(String line) {
    return LINE.matcher(line).matches();
  }

  static boolean hasField(String line) {
    return FIELD.matcher(line).matches();
  }

  static boolean hasNearest(String line) {
    return line.contains(NEAREST);
  }

  private static String message(String line) {
    return line.replaceFirst("^[^:]+:[0-9]+(:[0-9]+)?: ", "");
  }
}
