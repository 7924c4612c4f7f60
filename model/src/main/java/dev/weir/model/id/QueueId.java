package dev.weir.model.id;

/** Identity of a queue: its path in the tenants' tree, for example {@code research/vision}. */
public record QueueId(String value) implements Comparable<QueueId> {
  public QueueId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("an id must not be blank");
    }
  }

  @Override
  public int compareTo(QueueId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
