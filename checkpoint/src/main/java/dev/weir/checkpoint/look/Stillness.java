package dev.weir.checkpoint.look;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Since when each name has stood as it stands in the newest of several looks.
 *
 * @param now the newest look
 * @param since by name, the time of the earliest look from which on nothing about it changed
 */
public record Stillness(Look now, SortedMap<String, Instant> since) {
  public Stillness {
    since = Collections.unmodifiableSortedMap(new TreeMap<>(since));
  }

  /** After a first look, nothing has been seen to stand still. */
  public static Stillness first(Look look) {
    SortedMap<String, Instant> since = new TreeMap<>();
    look.entries().keySet().forEach(name -> since.put(name, look.at()));
    return new Stillness(look, since);
  }

  /** After one more look. */
  public Stillness next(Look look) {
    SortedMap<String, Instant> stands = new TreeMap<>();
    look.entries()
        .forEach(
            (name, entry) -> {
              Instant before = since.get(name);
              boolean same = before != null && entry.equals(now.entries().get(name));
              stands.put(name, same ? before : look.at());
            });
    return new Stillness(look, stands);
  }

  /** Whether all these names have stood still for so long, as the looks' own times tell. */
  public boolean lasts(Collection<String> names, Duration duration) {
    return names.stream()
        .allMatch(
            name -> {
              Instant start = since.get(name);
              return start != null && !start.plus(duration).isAfter(now.at());
            });
  }
}
