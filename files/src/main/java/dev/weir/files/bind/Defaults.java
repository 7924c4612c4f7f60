package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Values of fields that a document leaves out, each made once for all documents of a reader: they
 * are immutable. Safe for use by several threads.
 */
final class Defaults {
  private final Map<Shape.Component, Object> known =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /** The default; one that does not fit its own field is a mistake in the program. */
  Object value(Shape.Component component, Node literal) {
    Object value = known.get(component);
    if (value == null) {
      value = read(component, literal);
      known.put(component, value);
    }
    return value;
  }

  private Object read(Shape.Component component, Node literal) {
    var locations = new Locations(literal.place());
    var findings = new Findings("@Default", locations);
    return new Binder("@Default", locations, findings, this)
        .bind(component.shape(), literal, component.name())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "default of " + component.name() + ": " + findings.problems()));
  }
}
