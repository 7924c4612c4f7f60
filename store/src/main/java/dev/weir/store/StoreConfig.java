package dev.weir.store;

import java.nio.file.Path;
import java.time.Duration;

/** Where a store lies. */
public sealed interface StoreConfig {
  /**
   * A file in a folder of this machine, used by one server at a time.
   *
   * @param folder is made when it is missing; holds {@code weir.db} and {@code weir.lock}
   */
  record Sqlite(Path folder) implements StoreConfig {}

  /**
   * A database that several servers share, of which one leads.
   *
   * @param url such as {@code jdbc:postgresql://127.0.0.1:5432/weir}
   * @param lease time without a sign of life after which another server may lead; a take-over lasts
   *     at most this and a second
   */
  record Postgres(String url, String user, String password, Duration lease) implements StoreConfig {
    /** With a lease of 5 s. */
    public Postgres(String url, String user, String password) {
      this(url, user, password, Duration.ofSeconds(5));
    }

    public Postgres {
      if (lease.compareTo(Duration.ofMillis(500)) < 0) {
        throw new IllegalArgumentException("a lease must last at least 500 ms, not " + lease);
      }
    }

    @Override
    public String toString() {
      return "Postgres[url=" + url + ", user=" + user + ", lease=" + lease + "]";
    }
  }
}
