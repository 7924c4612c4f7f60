package dev.weir.model.id;

/**
 * Identity of an allocation. Assigned by the engine in the order of its decisions, never reused.
 */
public record AllocationId(long value) implements Comparable<AllocationId> {
  @Override
  public int compareTo(AllocationId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return "a" + value;
  }
}
