package dev.weir.model.id;

/** Identity of a scheduling domain of the fleet. */
public record DomainId(String value) implements Comparable<DomainId> {
  public DomainId {
    if (value.isBlank()) {
      throw new IllegalArgumentException("an id must not be blank");
    }
  }

  @Override
  public int compareTo(DomainId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
