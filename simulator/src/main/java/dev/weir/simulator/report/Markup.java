package dev.weir.simulator.report;

import java.util.Locale;

/** Text that becomes HTML or SVG; everything that comes from outside is escaped. */
final class Markup {
  private final StringBuilder out = new StringBuilder();

  /** Markup as it is; {@code %} stands for the arguments, escaped. */
  Markup add(String markup, Object... arguments) {
    int next = 0;
    int from = 0;
    for (int at = markup.indexOf('%'); at >= 0; at = markup.indexOf('%', from)) {
      out.append(markup, from, at).append(text(arguments[next++]));
      from = at + 1;
    }
    out.append(markup, from, markup.length());
    return this;
  }

  /** Markup that was made with this class. */
  Markup add(Markup part) {
    out.append(part.out);
    return this;
  }

  /** Text of this program's own, such as a style sheet, without any change. */
  Markup raw(String own) {
    out.append(own);
    return this;
  }

  private static String text(Object argument) {
    return switch (argument) {
      case Markup made -> made.toString();
      case Double number -> coordinate(number);
      default -> escape(String.valueOf(argument));
    };
  }

  /** A tenth of a pixel is as much as anybody sees. */
  private static String coordinate(double number) {
    String text = String.format(Locale.ROOT, "%.1f", number);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
