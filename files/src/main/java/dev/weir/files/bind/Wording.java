package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import java.util.ArrayList;
import java.util.List;

/** Shapes and nodes in words that complete {@code expected ...} and {@code ...: got}. */
final class Wording {
  private Wording() {}

  /** What a value of this shape looks like. */
  static String of(Shape shape) {
    return switch (shape) {
      case Shape.Text text -> text.form().map(Matches::meaning).orElse("a text");
      case Shape.Whole whole -> "a whole number" + bounds(whole);
      case Shape.Decimal decimal -> "a number" + bounds(decimal.min(), decimal.max());
      case Shape.Truth truth -> "true or false";
      case Shape.Choice choice -> Findings.oneOf(choice.constants().keySet());
      case Shape.Unit unit -> unit.format().expected();
      case Shape.Maybe maybe -> of(maybe.element());
      case Shape.Items items ->
          (items.orOne() ? of(items.element()) + ", or " : "")
              + "a list, each item "
              + of(items.element());
      case Shape.Table table -> "a block of names, each with " + of(table.value());
      case Shape.Fields fields -> fields(fields);
      case Shape.OneOf oneOf -> Findings.oneOf(oneOf.variants().keySet());
    };
  }

  /** Bounds that only say how wide the Java type is are left out. */
  private static String bounds(Shape.Whole whole) {
    boolean isInt = whole.type() == int.class;
    long min = isInt && whole.min() == Integer.MIN_VALUE ? Long.MIN_VALUE : whole.min();
    long max = isInt && whole.max() == Integer.MAX_VALUE ? Long.MAX_VALUE : whole.max();
    return bounds(min, max);
  }

  private static String bounds(long min, long max) {
    if (min == Long.MIN_VALUE) {
      return max == Long.MAX_VALUE ? "" : " of at most " + max;
    }
    return max == Long.MAX_VALUE ? " of at least " + min : " from " + min + " to " + max;
  }

  private static String fields(Shape.Fields fields) {
    List<String> forms = new ArrayList<>();
    for (Shape.Form shorthand : fields.shorthands()) {
      forms.add(of(shorthand.argument()));
    }
    if (!fields.replaced()) {
      String names = Findings.listed(Shape.names(fields.components()).keySet());
      forms.add(names.isEmpty() ? "an empty block" : "a block of fields (" + names + ")");
    }
    return String.join(", or ", forms);
  }

  /** What stands there. */
  static String of(Node node) {
    return switch (node) {
      case Node.Scalar scalar when scalar.isEmpty() -> "nothing";
      case Node.Scalar scalar when scalar.isNumber() || scalar.isTruth() -> scalar.text();
      case Node.Scalar scalar -> Findings.quoted(shortened(scalar.text()));
      case Node.Items items -> "a list";
      case Node.Fields fields -> "a block of fields";
    };
  }

  private static String shortened(String text) {
    String line = text.replace("\n", "\\n");
    return line.length() <= 60 ? line : line.substring(0, 57) + "...";
  }
}
