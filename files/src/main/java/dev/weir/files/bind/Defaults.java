package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import java.util.IdentityHashMap;

/** Values of fields that a document leaves out, each made once: they are immutable. */
final class Defaults {
  private final IdentityHashMap<Shape.Component, Object> known = new IdentityHashMap<>();

  /** The default; one that does not fit its own field is a mistake in the program. */
  Object value(Shape.Component component, Node literal) {
    Object value = known.get(component);
    if (value == null) {
      value = read(component, literal);
      known.put(component, value);
    }
    return value;
  }

  private static Object read(Shape.Component component, Node literal) {
    var locations = new Locations(literal.place());
    var findings = new Findings("@Default", locations);
    return new Binder("@Default", locations, findings)
        .bind(component.shape(), literal, component.name())
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "default of " + component.name() + ": " + findings.problems()));
  }
}
