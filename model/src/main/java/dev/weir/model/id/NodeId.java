package dev.weir.model.id;

/** Identity of a node inside the fleet: its name, unique over all domains. */
public record NodeId(String value) implements Comparable<NodeId> {
  public NodeId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("an id must not be blank");
    }
  }

  @Override
  public int compareTo(NodeId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
