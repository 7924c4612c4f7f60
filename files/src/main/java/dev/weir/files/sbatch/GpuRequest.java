package dev.weir.files.sbatch;

import dev.weir.files.bind.Malformed;
import dev.weir.files.catalogue.Catalogue;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Devices as Slurm asks for them.
 *
 * @param count devices, or instances of them
 * @param type as it is written; empty = any
 * @param milli share of each device in thousandths; 1000 = whole
 */
record GpuRequest(int count, String type, int milli) {
  private static final String EXPECTED = "a number of devices, such as 4 or a100:4";

  /** A MIG profile at the end of a type, such as a100_3g.40gb. */
  private static final Pattern PROFILE = Pattern.compile("(?:(.*)[_-])?([0-9]g\\.[0-9]+gb)");

  /** {@code [type:]number}, or a type alone, which is one of it. */
  static GpuRequest parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length > 2 || text.isBlank() || text.contains(",")) {
      throw new Malformed("no number of devices", EXPECTED, Optional.empty());
    }
    if (parts.length == 2) {
      return new GpuRequest(SlurmNumbers.countOrNone(parts[1]), parts[0], 1000);
    }
    boolean number = parts[0].matches("[0-9].*") && !PROFILE.matcher(parts[0]).matches();
    return number
        ? new GpuRequest(SlurmNumbers.countOrNone(parts[0]), "", 1000)
        : new GpuRequest(1, parts[0], 1000);
  }

  /**
   * {@code gpu[:type][:number]} or {@code mps:percent}; empty = none of these.
   *
   * @throws Malformed another resource, or no number
   */
  static Optional<GpuRequest> ofGres(String text) {
    if (text.equalsIgnoreCase("none")) {
      return Optional.empty();
    }
    String[] all = text.split(",", -1);
    if (all.length > 1) {
      throw new Malformed(
          "several kinds of resources",
          "one kind of device per node, such as gpu:4",
          Optional.empty());
    }
    String request = text.startsWith("gres/") ? text.substring("gres/".length()) : text;
    int colon = request.indexOf(':');
    String kind = (colon < 0 ? request : request.substring(0, colon)).toLowerCase(Locale.ROOT);
    String rest = colon < 0 ? "1" : request.substring(colon + 1);
    return switch (kind) {
      case "gpu" -> Optional.of(parse(rest)).filter(r -> r.count() > 0);
      case "mps" -> Optional.of(mps(rest));
      default ->
          throw new Malformed(
              "a resource that is not known", "gpu or mps", Optional.of("gpu:" + rest));
    };
  }

  /** Slurm counts 100 for each device. */
  private static GpuRequest mps(String rest) {
    int colon = rest.lastIndexOf(':');
    int percent = SlurmNumbers.count(rest.substring(colon + 1));
    String type = colon < 0 ? "" : rest.substring(0, colon);
    if (percent % 100 == 0) {
      return new GpuRequest(percent / 100, type, 1000);
    }
    if (percent > 100) {
      throw new Malformed(
          "several devices in part", "at most 100, or a multiple", Optional.empty());
    }
    return new GpuRequest(1, type, percent * 10);
  }

  GpuRequest times(int factor) {
    return new GpuRequest(Math.multiplyExact(count, factor), type, milli);
  }

  GpuRequest withCount(int other) {
    return new GpuRequest(other, type, milli);
  }

  /** The MIG profile that the type names. */
  Optional<String> profile() {
    Matcher form = PROFILE.matcher(type.toLowerCase(Locale.ROOT));
    return form.matches() ? Optional.of(form.group(2)) : Optional.empty();
  }

  /** Names of device models that the type means. */
  List<String> models() {
    Matcher form = PROFILE.matcher(type.toLowerCase(Locale.ROOT));
    String model = form.matches() ? Optional.ofNullable(form.group(1)).orElse("") : type;
    return model.isEmpty() ? List.of() : models(model);
  }

  /** Whether the catalogue knows a model that the text means. */
  static boolean isModel(String text) {
    return Catalogue.builtIn().names().stream().anyMatch(name -> means(text, name));
  }

  static List<String> models(String text) {
    List<String> known =
        Catalogue.builtIn().names().stream().filter(name -> means(text, name)).toList();
    return known.isEmpty() ? List.of(text) : known;
  }

  /** {@code a100} means A100-40 and A100-80, {@code a100_80gb} the second alone. */
  private static boolean means(String text, String name) {
    String written = plain(text);
    String full = plain(name);
    String base = plain(name.replaceFirst("-[0-9]+$", ""));
    return written.equals(full) || written.equals(base);
  }

  private static String plain(String text) {
    return text.toLowerCase(Locale.ROOT)
        .replaceFirst("^(nvidia|tesla|amd|geforce)[-_]", "")
        .replaceFirst("[-_]?(sxm[0-9]?|pcie|nvl)(?=[-_]|$)", "")
        .replaceFirst("gb?$", "")
        .replaceAll("[-_ ]", "");
  }
}
