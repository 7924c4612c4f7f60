package dev.weir.files.sbatch;

import dev.weir.files.bind.Malformed;
import dev.weir.files.document.SignalBefore;
import dev.weir.model.problem.Nearest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers, amounts and signals as Slurm writes them. */
final class SlurmNumbers {
  private static final Pattern COUNT = Pattern.compile("([0-9]{1,9})(k|m)?");
  private static final Pattern NODES = Pattern.compile("([0-9]{1,9}[km]?)(?:-([0-9]{1,9}[km]?))?");
  private static final Pattern MEMORY = Pattern.compile("([0-9]{1,12})([kmgt])?b?");
  private static final Pattern SIGNAL =
      Pattern.compile("(?:([rb]+):)?([a-z0-9+-]+)(?:@([0-9]{1,5}))?");

  /** Numbers of signals on Linux. */
  private static final Map<Integer, String> SIGNALS = new LinkedHashMap<>();

  static {
    SIGNALS.put(1, "HUP");
    SIGNALS.put(2, "INT");
    SIGNALS.put(3, "QUIT");
    SIGNALS.put(6, "ABRT");
    SIGNALS.put(9, "KILL");
    SIGNALS.put(10, "USR1");
    SIGNALS.put(12, "USR2");
    SIGNALS.put(14, "ALRM");
    SIGNALS.put(15, "TERM");
    SIGNALS.put(18, "CONT");
    SIGNALS.put(19, "STOP");
    SIGNALS.put(20, "TSTP");
    SIGNALS.put(21, "TTIN");
    SIGNALS.put(22, "TTOU");
    SIGNALS.put(23, "URG");
    SIGNALS.put(24, "XCPU");
  }

  private SlurmNumbers() {}

  /** At least and at most so many nodes. */
  record Nodes(int atLeast, int atMost) {}

  /**
   * A number of 1 or more; k and m multiply.
   *
   * @throws Malformed no such number
   */
  static int count(String text) {
    int number = countOrNone(text);
    if (number < 1) {
      throw new Malformed("must be 1 or more", "a number such as 4", Optional.empty());
    }
    return number;
  }

  static int countOrNone(String text) {
    Matcher form = COUNT.matcher(text.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new Malformed("no number", "a number such as 4", Optional.empty());
    }
    long unit = form.group(2) == null ? 1 : form.group(2).equals("k") ? 1024 : 1024 * 1024;
    long number = Long.parseLong(form.group(1)) * unit;
    if (number > 1_000_000) {
      throw new Malformed("is too large", "at most 1000000", Optional.empty());
    }
    return (int) number;
  }

  static Nodes nodes(String text) {
    Matcher form = NODES.matcher(text.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new Malformed("no number of nodes", "a number such as 4, or 2-4", Optional.empty());
    }
    int least = count(form.group(1));
    int most = form.group(2) == null ? least : count(form.group(2));
    if (most < least) {
      throw new Malformed(
          "a range that runs backwards", most + "-" + least, Optional.of(most + "-" + least));
    }
    return new Nodes(least, most);
  }

  /**
   * An amount of memory in MiB, the unit when none is written; 0 = all that a node has.
   *
   * @throws Malformed no such amount
   */
  static long mebibytes(String text) {
    Matcher form = MEMORY.matcher(text.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new Malformed(
          "no amount of memory", "MiB, or a number with K, M, G or T", Optional.empty());
    }
    long number = Long.parseLong(form.group(1));
    return switch (form.group(2) == null ? "m" : form.group(2)) {
      case "k" -> (number + 1023) / 1024;
      case "g" -> Math.multiplyExact(number, 1024);
      case "t" -> Math.multiplyExact(number, 1024 * 1024);
      default -> number;
    };
  }

  /**
   * {@code [R:|B:]signal[@seconds]}.
   *
   * @throws Malformed no such signal
   */
  static SignalBefore signal(String text) {
    Matcher form = SIGNAL.matcher(text.toLowerCase(Locale.ROOT));
    if (!form.matches()) {
      throw new Malformed("no signal", "a signal such as B:USR1@180", Optional.empty());
    }
    String name = form.group(2).toUpperCase(Locale.ROOT).replaceFirst("^SIG", "");
    if (name.matches("[0-9]+")) {
      String number = name;
      name =
          Optional.ofNullable(SIGNALS.get(Integer.parseInt(number)))
              .orElseThrow(() -> unknown(number));
    } else if (!SIGNALS.containsValue(name)) {
      throw unknown(name);
    }
    boolean shellOnly = form.group(1) != null && form.group(1).contains("b");
    long seconds = form.group(3) == null ? 60 : Long.parseLong(form.group(3));
    return new SignalBefore(name, Duration.ofSeconds(seconds), shellOnly);
  }

  private static Malformed unknown(String name) {
    List<String> names = List.copyOf(SIGNALS.values());
    return new Malformed(
        "no such signal", "a signal such as USR1, TERM or INT", Nearest.to(name, names));
  }
}
