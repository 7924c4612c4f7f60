package dev.weir.engine.job;

import dev.weir.engine.snapshot.JobsSnapshot.Ended;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How ended jobs ended. One byte a job where ids are given in a row, as servers do: a million of
 * them are a megabyte here and next to nothing in a snapshot.
 */
final class Outcomes {
  private static final int BITS = 10;
  private static final int MASK = (1 << BITS) - 1;
  private static final byte NONE = '.';

  private final Map<Long, byte[]> pages = new HashMap<>();

  void put(JobId id, JobState how) {
    page(id.value() >> BITS)[(int) (id.value() & MASK)] = letter(how);
  }

  private byte[] page(long number) {
    return pages.computeIfAbsent(
        number,
        _ -> {
          byte[] page = new byte[MASK + 1];
          Arrays.fill(page, NONE);
          return page;
        });
  }

  Optional<JobState> get(JobId id) {
    byte[] page = pages.get(id.value() >> BITS);
    byte letter = page == null ? NONE : page[(int) (id.value() & MASK)];
    return letter == NONE ? Optional.empty() : Optional.of(state(letter));
  }

  boolean contains(JobId id) {
    return get(id).isPresent();
  }

  List<Ended> snapshot() {
    List<Ended> all = new ArrayList<>(pages.size());
    new TreeMap<>(pages)
        .forEach(
            (number, page) ->
                all.add(new Ended(number << BITS, new String(page, StandardCharsets.ISO_8859_1))));
    return all;
  }

  void restore(List<Ended> all) {
    for (Ended ended : all) {
      if ((ended.first() & MASK) != 0 || ended.ends().length() != MASK + 1) {
        throw new IllegalArgumentException("outcomes from " + ended.first() + " are no whole page");
      }
      pages.put(ended.first() >> BITS, ended.ends().getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  /** The largest id that ended; 0 when none did. */
  long newest() {
    long newest = 0;
    for (Map.Entry<Long, byte[]> page : pages.entrySet()) {
      int at = MASK;
      while (at >= 0 && page.getValue()[at] == NONE) {
        at--;
      }
      newest = at < 0 ? newest : Math.max(newest, (page.getKey() << BITS) + at);
    }
    return newest;
  }

  private static byte letter(JobState how) {
    return switch (how) {
      case COMPLETED -> 'C';
      case FAILED -> 'F';
      case CANCELLED -> 'X';
      case REJECTED -> 'R';
      default -> throw new IllegalArgumentException(how + " is no end");
    };
  }

  private static JobState state(byte letter) {
    return switch (letter) {
      case 'C' -> JobState.COMPLETED;
      case 'F' -> JobState.FAILED;
      case 'X' -> JobState.CANCELLED;
      case 'R' -> JobState.REJECTED;
      default -> throw new IllegalStateException("no job ends with " + (char) letter);
    };
  }
}
