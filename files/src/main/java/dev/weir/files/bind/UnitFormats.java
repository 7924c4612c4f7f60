package dev.weir.files.bind;

import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How amounts of memory, CPU and devices are written; the grammar is the model's, the guesses are
 * made here.
 */
final class UnitFormats {
  private static final String NUMBER = "[0-9]*\\.?[0-9]+";
  private static final String EXPONENT = "([eE][+-]?[0-9]{1,2})?";

  static final ScalarFormat<Bytes> BYTES =
      new ScalarFormat<>(
          Bytes.class,
          "an amount of memory, such as 80Gi (binary) or 40GB (decimal)",
          "^" + NUMBER + "(([kKMGTP]|[KMGTP]i)?B?|[eE][+-]?[0-9]{1,2})$",
          true,
          List.of("80Gi", "40GB", "1.5Ti"),
          UnitFormats::bytes);

  static final ScalarFormat<Cpu> CPU =
      new ScalarFormat<>(
          Cpu.class,
          "CPU cores, such as 4, 0.5 or 500m",
          "^" + NUMBER + "([num]|k)?$",
          true,
          List.of("4", "500m"),
          UnitFormats::cpu);

  static final ScalarFormat<GpuShare> SHARE =
      new ScalarFormat<>(
          GpuShare.class,
          "a share of one device, such as 0.5, 500m or 50%",
          "^" + NUMBER + EXPONENT + "[m%]?$",
          true,
          List.of("0.5", "500m", "50%"),
          UnitFormats::share);

  private static final Pattern MILLI = Pattern.compile(NUMBER + "m");
  private static final Pattern AMOUNT = Pattern.compile("([0-9]*\\.?[0-9]+)([A-Za-z]*)");
  private static final List<String> BINARY_SUFFIXES =
      List.of("Ki", "Mi", "Gi", "Ti", "Pi", "KiB", "MiB", "GiB", "TiB", "PiB");
  private static final List<String> DECIMAL_SUFFIXES =
      List.of("k", "M", "G", "T", "P", "kB", "MB", "GB", "TB", "PB", "B");
  private static final List<String> CPU_SUFFIXES = List.of("m", "k");

  private UnitFormats() {}

  private static Bytes bytes(String text) {
    if (MILLI.matcher(text).matches()) {
      // 400m is legal in Kubernetes and means 0.4 bytes; nobody ever meant that.
      String meant = text.substring(0, text.length() - 1) + "Mi";
      throw new Malformed("a fraction of a byte", BYTES.expected(), Optional.of(meant));
    }
    return parsed(text, Bytes::parse, BYTES, "not an amount of memory", UnitFormats::bytesGuess);
  }

  private static Cpu cpu(String text) {
    return parsed(text, Cpu::parse, CPU, "not an amount of CPU", UnitFormats::cpuGuess);
  }

  private static GpuShare share(String text) {
    return parsed(
        text, GpuShare::parse, SHARE, "not a share between 0 and 1", UnitFormats::percent);
  }

  private static <T> T parsed(
      String text,
      Function<String, T> parse,
      ScalarFormat<T> format,
      String refusal,
      Function<String, Optional<String>> guess) {
    try {
      return parse.apply(text);
    } catch (IllegalArgumentException refused) {
      if (text.startsWith("-")) {
        throw new Malformed("must not be negative", format.expected(), Optional.empty());
      }
      boolean large = String.valueOf(refused.getMessage()).endsWith("too large");
      throw new Malformed(
          large ? "too large" : refusal,
          format.expected(),
          guess.apply(text).filter(meant -> !large && !meant.equals(text)));
    }
  }

  private static Optional<String> bytesGuess(String text) {
    return withSuffix(text, BINARY_SUFFIXES).or(() -> withSuffix(text, DECIMAL_SUFFIXES));
  }

  private static Optional<String> cpuGuess(String text) {
    String bare = text.replaceAll("\\s*(cores?|cpus?|vcpus?)$", "");
    return bare.matches(NUMBER) ? Optional.of(bare) : withSuffix(text, CPU_SUFFIXES);
  }

  private static Optional<String> percent(String text) {
    boolean percentage = text.matches("[2-9]|[1-9][0-9]|100");
    return percentage ? Optional.of(text + "%") : Optional.empty();
  }

  /** The same amount with blanks taken out and the suffix in the case that exists. */
  private static Optional<String> withSuffix(String text, List<String> suffixes) {
    Matcher amount = AMOUNT.matcher(text.replaceAll("[\\s_,]", ""));
    if (!amount.matches()) {
      return Optional.empty();
    }
    return suffixes.stream()
        .filter(suffix -> suffix.equalsIgnoreCase(amount.group(2)))
        .findFirst()
        .map(suffix -> amount.group(1) + suffix);
  }
}
