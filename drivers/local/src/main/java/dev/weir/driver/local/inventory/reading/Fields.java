package dev.weir.driver.local.inventory.reading;

import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.model.unit.Bytes;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the fields of one entry. What the tool marks as not there ({@code N/A}, {@code [Not
 * Supported]}) is absent; what is there and cannot be read is absent with a warning.
 */
public final class Fields {
  private static final Set<String> ABSENT =
      Set.of("", "n/a", "not supported", "not available", "none", "-", "--", "null", "unknown");

  private static final Pattern AMOUNT =
      Pattern.compile("(-?[0-9]{1,20}(?:\\.[0-9]{1,12})?)\\s*([A-Za-z%/°]*)(?:\\s*\\(.*\\))?");

  private final Entry entry;
  private final String prefix;
  private final Warnings warnings;

  /**
   * @param prefix how warnings call the entry, for example {@code gpu[0]}
   */
  public Fields(Entry entry, String prefix, Warnings warnings) {
    this.entry = entry;
    this.prefix = prefix;
    this.warnings = warnings;
  }

  /** Whether a text stands for nothing. */
  public static boolean absent(String text) {
    String bare = text.strip();
    if (bare.startsWith("[") && bare.endsWith("]") && bare.length() > 1) {
      bare = bare.substring(1, bare.length() - 1).strip();
    }
    String lower = bare.toLowerCase(Locale.ROOT);
    // "N/A (Secondary die)": the reason stands beside it.
    return ABSENT.contains(lower) || lower.startsWith("n/a ");
  }

  /** The first of the paths that is there and says something. */
  public Optional<Entry> find(String... paths) {
    for (String path : paths) {
      Optional<Entry> found = entry.at(path);
      if (found.isPresent() && !absent(valueOf(found.get()))) {
        return found;
      }
    }
    return Optional.empty();
  }

  /** Text. */
  public Optional<String> text(String... paths) {
    return find(paths).map(Entry::text);
  }

  /** Text of a field that must be there; a warning when it is not. */
  public Optional<String> required(String meaning, String... paths) {
    Optional<String> text = text(paths);
    if (text.isEmpty()) {
      warnings.add(entry.line(), field(paths[0]), "is missing", meaning);
    }
    return text;
  }

  /** A whole number from {@code min} to {@code max}. */
  public Optional<Integer> whole(int min, int max, String... paths) {
    return find(paths)
        .flatMap(
            found -> {
              Optional<Integer> number =
                  found.text().matches("-?[0-9]{1,9}")
                      ? Optional.of(Integer.valueOf(found.text()))
                      : Optional.empty();
              return checked(
                  found,
                  paths[0],
                  number.filter(n -> n >= min && n <= max),
                  "a whole number from " + min + " to " + max);
            });
  }

  /** A number in {@code unit} or without one, times {@code factor}; never negative. */
  public Optional<Double> number(String unit, double factor, String... paths) {
    return find(paths)
        .flatMap(
            found ->
                checked(
                    found,
                    paths[0],
                    amount(found, unit)
                        .filter(n -> n.signum() >= 0)
                        .map(n -> n.doubleValue() * factor),
                    "a number of " + unit));
  }

  /** A temperature in degrees Celsius, which alone may be negative. */
  public Optional<Double> celsius(String... paths) {
    return find(paths)
        .flatMap(
            found ->
                checked(
                    found,
                    paths[0],
                    amount(found, "C")
                        .map(BigDecimal::doubleValue)
                        .filter(t -> t > -100 && t < 300),
                    "degrees Celsius"));
  }

  /** An amount of memory, in the unit that is printed, else in {@code unit}. */
  public Optional<Bytes> bytes(String unit, String... paths) {
    return find(paths)
        .flatMap(
            found -> {
              String printed = printedUnit(found).orElse(unit);
              Optional<Bytes> bytes =
                  Amounts.factor(printed)
                      .flatMap(
                          factor -> amount(found, printed).flatMap(n -> Amounts.of(n, factor)));
              return checked(found, paths[0], bytes, "an amount of memory in " + unit);
            });
  }

  /** A place on the PCI buses. */
  public Optional<PciAddress> pci(String... paths) {
    return find(paths)
        .flatMap(
            found ->
                checked(
                    found,
                    paths[0],
                    PciAddress.parse(found.text()),
                    "a PCI address such as 0000:c1:00.0"));
  }

  /** {@code {"value": 16, "unit": "GT/s"}} and {@code 16 GT/s} are the same. */
  private static Optional<BigDecimal> amount(Entry found, String unit) {
    Matcher form = AMOUNT.matcher(valueOf(found));
    if (!form.matches()) {
      return Optional.empty();
    }
    String printed = printedUnit(found).orElse(unit);
    return printed.equalsIgnoreCase(unit)
        ? Optional.of(new BigDecimal(form.group(1)))
        : Optional.empty();
  }

  private static Optional<String> printedUnit(Entry found) {
    Optional<String> beside = found.at("unit").map(Entry::text).filter(text -> !text.isEmpty());
    Matcher form = AMOUNT.matcher(valueOf(found));
    return beside.or(
        () ->
            form.matches() && !form.group(2).isEmpty()
                ? Optional.of(form.group(2))
                : Optional.empty());
  }

  private static String valueOf(Entry found) {
    return found.at("value").map(Entry::text).orElseGet(found::text);
  }

  private <T> Optional<T> checked(Entry found, String path, Optional<T> value, String expected) {
    if (value.isEmpty()) {
      warnings.value(found.line(), field(path), valueOf(found), expected);
    }
    return value;
  }

  private String field(String path) {
    return prefix.isEmpty() ? path : prefix + "." + path.replace('/', '.');
  }
}
