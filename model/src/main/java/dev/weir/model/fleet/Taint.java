package dev.weir.model.fleet;

/** A mark on a node that keeps tasks away unless they tolerate it (Kubernetes semantics). */
public record Taint(String key, String value, Effect effect) {
  /** What the taint does. */
  public enum Effect {
    NO_SCHEDULE,
    PREFER_NO_SCHEDULE,
    NO_EXECUTE
  }
}
