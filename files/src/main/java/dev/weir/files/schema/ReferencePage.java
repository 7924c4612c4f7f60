package dev.weir.files.schema;

import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.Shape;
import dev.weir.model.doc.Doc;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The reference page of a document in Markdown: one section per record, one row per field. */
public final class ReferencePage {
  private final RecordNames names;
  private final StringBuilder page = new StringBuilder();

  private ReferencePage(RecordNames names) {
    this.names = names;
  }

  /** The page for the documents that the reader reads. */
  public static String of(DocumentReader<?> reader) {
    var names = new RecordNames(reader.shape());
    var page = new ReferencePage(names);
    names.records().forEach((type, fields) -> page.section(fields, type == reader.type()));
    return page.page.toString();
  }

  private void section(Shape.Fields fields, boolean document) {
    Class<?> type = fields.type();
    Optional<Kind> kind = Optional.ofNullable(type.getAnnotation(Kind.class));
    String title = kind.map(Kind::value).orElse(names.of(type));
    page.append(document ? "# " : "\n## ").append(title).append("\n\n");
    doc(type).ifPresent(text -> page.append(text).append("\n\n"));
    if (document && kind.isPresent()) {
      header(kind.get());
    }
    if (!fields.shorthands().isEmpty()) {
      page.append("Short forms: ").append(shortForms(fields)).append(".\n\n");
    }
    if (fields.replaced()) {
      return;
    }
    if (fields.components().isEmpty()) {
      page.append("No fields.\n");
      return;
    }
    page.append("| field | value | if left out | meaning |\n|---|---|---|---|\n");
    rows(fields.components(), false);
  }

  private void header(Kind kind) {
    page.append("`kind: ")
        .append(kind.value())
        .append("` may stand in the file, and `version: ")
        .append(kind.versions()[kind.versions().length - 1])
        .append("`; both must match.\n\n");
  }

  private String shortForms(Shape.Fields fields) {
    return fields.shorthands().stream()
        .map(form -> words(form.argument()))
        .collect(Collectors.joining(", or "));
  }

  private void rows(List<Shape.Component> components, boolean optional) {
    for (Shape.Component component : components) {
      if (component.inline()) {
        inlineRows(component, optional);
      } else {
        row(
            component.name(),
            words(component.shape()),
            otherwise(component, optional),
            component.doc().orElse(""));
      }
    }
  }

  private void inlineRows(Shape.Component component, boolean optional) {
    boolean mayBeAbsent = optional || !component.required();
    switch (RecordNames.inlined(component)) {
      case Shape.Fields inner -> rows(inner.components(), mayBeAbsent);
      case Shape.OneOf oneOf ->
          oneOf
              .variants()
              .forEach(
                  (name, variant) ->
                      row(name, words(variant), "one of these", doc(variant.type()).orElse("")));
      default -> throw new IllegalArgumentException("cannot be inline: " + component.name());
    }
  }

  private void row(String name, String value, String otherwise, String meaning) {
    page.append("| `").append(name).append("` | ").append(cell(value)).append(" | ");
    page.append(cell(otherwise)).append(" | ").append(cell(meaning)).append(" |\n");
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }

  private static String otherwise(Shape.Component component, boolean optional) {
    if (component.byDefault().isPresent()) {
      return "`" + Literals.yaml(component.byDefault().get()) + "`";
    }
    if (component.required()) {
      return optional ? "required with its neighbours" : "**required**";
    }
    return component.shape() instanceof Shape.Maybe ? "–" : "none";
  }

  private String words(Shape shape) {
    return switch (shape) {
      case Shape.Text text -> text.form().map(Matches::meaning).orElse("text");
      case Shape.Whole whole -> "whole number" + bounds(whole);
      case Shape.Decimal decimal -> "number" + bounds(decimal.min(), decimal.max());
      case Shape.Truth truth -> "true or false";
      case Shape.Choice choice -> codes(choice.constants().keySet());
      case Shape.Unit unit -> unit.format().expected();
      case Shape.Maybe maybe -> words(maybe.element());
      case Shape.Items items -> list(items);
      case Shape.Table table -> "names, each with " + words(table.value());
      case Shape.Fields fields -> link(fields.type());
      case Shape.OneOf oneOf -> variants(oneOf);
    };
  }

  private String list(Shape.Items items) {
    String element = words(items.element());
    String list = (items.notEmpty() ? "list (not empty) of: " : "list of: ") + element;
    return items.orOne() ? element + ", or a list of them" : list;
  }

  private String variants(Shape.OneOf oneOf) {
    var forms = new ArrayList<String>();
    oneOf
        .variants()
        .forEach((name, variant) -> forms.add("`" + name + "` " + link(variant.type())));
    String how =
        oneOf
            .discriminator()
            .map(field -> "named by the field `" + field + "`: ")
            .orElse("one of: ");
    return how + String.join(", ", forms);
  }

  private String link(Class<?> type) {
    String name = names.of(type);
    return "[" + name + "](#" + name.toLowerCase(Locale.ROOT) + ")";
  }

  private static String bounds(Shape.Whole whole) {
    boolean isInt = whole.type() == int.class;
    long min = isInt && whole.min() == Integer.MIN_VALUE ? Long.MIN_VALUE : whole.min();
    long max = isInt && whole.max() == Integer.MAX_VALUE ? Long.MAX_VALUE : whole.max();
    return bounds(min, max);
  }

  private static String bounds(long min, long max) {
    if (min == Long.MIN_VALUE && max == Long.MAX_VALUE) {
      return "";
    }
    if (max == Long.MAX_VALUE) {
      return ", at least " + min;
    }
    return min == Long.MIN_VALUE ? ", at most " + max : ", " + min + " to " + max;
  }

  private static String codes(Iterable<String> names) {
    var codes = new ArrayList<String>();
    names.forEach(name -> codes.add("`" + name + "`"));
    return String.join(", ", codes);
  }

  private static Optional<String> doc(Class<?> type) {
    return Optional.ofNullable(type.getAnnotation(Doc.class)).map(Doc::value);
  }
}
