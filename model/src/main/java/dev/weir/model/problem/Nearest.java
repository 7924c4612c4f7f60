package dev.weir.model.problem;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the valid name that was probably meant: first the same name in another spelling (case,
 * kebab, snake), then a name that begins or ends with what was written, then the smallest
 * Damerau-Levenshtein distance (optimal string alignment: insertions, deletions, substitutions and
 * swaps of neighbours cost 1). Ties go to the name that comes first in the given order, so the
 * answer is the same every time.
 */
public final class Nearest {
  private Nearest() {}

  /**
   * The nearest of the valid names, or nothing when none is near enough to be a slip of the hand.
   */
  public static Optional<String> to(String written, Collection<String> valid) {
    String wanted = plain(written);
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    return sameSpelling(wanted, valid)
        .or(() -> firstWord(written, valid))
        .or(() -> closest(wanted, valid))
        .or(() -> sharedStart(wanted, valid));
  }

  private static Optional<String> sameSpelling(String wanted, Collection<String> valid) {
    return valid.stream().filter(name -> plain(name).equals(wanted)).findFirst();
  }

  /** H100 means H100-80 rather than P100. */
  private static Optional<String> firstWord(String written, Collection<String> valid) {
    String start = written.toLowerCase(Locale.ROOT);
    return valid.stream()
        .filter(name -> name.length() > start.length())
        .filter(name -> name.toLowerCase(Locale.ROOT).startsWith(start))
        .filter(name -> "-_/.".indexOf(name.charAt(start.length())) >= 0)
        .findFirst();
  }

  private static Optional<String> sharedStart(String wanted, Collection<String> valid) {
    if (wanted.length() < 3) {
      return Optional.empty();
    }
    return valid.stream()
        .filter(name -> isPart(plain(name), wanted) || isPart(wanted, plain(name)))
        .findFirst();
  }

  private static boolean isPart(String whole, String part) {
    return part.length() >= 3 && (whole.startsWith(part) || whole.endsWith(part));
  }

  private static Optional<String> closest(String wanted, Collection<String> valid) {
    Optional<String> best = Optional.empty();
    int bestDistance = Integer.MAX_VALUE;
    for (String name : valid) {
      String candidate = plain(name);
      int allowed = Math.min(3, Math.max(1, Math.min(wanted.length(), candidate.length()) / 3));
      int distance = distance(wanted, candidate);
      if (distance <= allowed && distance < bestDistance) {
        best = Optional.of(name);
        bestDistance = distance;
      }
    }
    return best;
  }

  /** Edit distance with swaps of neighbouring characters. */
  static int distance(String left, String right) {
    int[] beforeLast = new int[right.length() + 1];
    int[] last = new int[right.length() + 1];
    int[] row = new int[right.length() + 1];
    for (int j = 0; j <= right.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= left.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= right.length(); j++) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        int cost = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + (same ? 0 : 1));
        if (isSwap(left, right, i, j)) {
          cost = Math.min(cost, beforeLast[j - 2] + 1);
        }
        row[j] = cost;
      }
      int[] free = beforeLast;
      beforeLast = last;
      last = row;
      row = free;
    }
    return last[right.length()];
  }

  private static boolean isSwap(String left, String right, int i, int j) {
    return i > 1
        && j > 1
        && left.charAt(i - 1) == right.charAt(j - 2)
        && left.charAt(i - 2) == right.charAt(j - 1);
  }

  private static String plain(String name) {
    return name.replaceAll("[-_ .]", "").toLowerCase(Locale.ROOT);
  }
}
