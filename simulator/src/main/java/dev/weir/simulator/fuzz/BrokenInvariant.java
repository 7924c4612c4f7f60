package dev.weir.simulator.fuzz;

/** Ends a case at the first broken invariant. */
final class BrokenInvariant extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final String invariant;

  BrokenInvariant(String invariant, String detail) {
    super(detail);
    this.invariant = invariant;
  }

  String invariant() {
    return invariant;
  }
}
