package dev.weir.files.bind;

import dev.weir.files.yaml.Node;

/** Values of fields that a document leaves out. */
final class Defaults {
  private Defaults() {}

  /** The default; one that does not fit its own field is a mistake in the program. */
  static Object value(Shape.Component component, Node literal) {
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
