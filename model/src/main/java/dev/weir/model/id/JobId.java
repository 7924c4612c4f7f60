package dev.weir.model.id;

/** Identity of a job. Assigned once, in order of submission, never reused. */
public record JobId(long value) implements Comparable<JobId> {
  @Override
  public int compareTo(JobId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return "j" + value;
  }
}
