package dev.weir.files.bind;

import java.util.Objects;

/**
 * A document that was read, still knowing where its fields stand, so that what it says can be
 * checked against other documents: {@code document.findings().requireKnown("queue", "queue", name,
 * queues)}.
 *
 * @param <T> the record it was bound to
 */
public final class Document<T> {
  private final String file;
  private final T value;
  private final Locations locations;

  Document(String file, T value, Locations locations) {
    this.file = Objects.requireNonNull(file, "file");
    this.value = Objects.requireNonNull(value, "value");
    this.locations = locations;
  }

  /** The name of the file, as the person gave it. */
  public String file() {
    return file;
  }

  /** What the document says. */
  public T value() {
    return value;
  }

  /** A fresh collection for problems at fields of this document. */
  public Findings findings() {
    return new Findings(file, locations);
  }
}
