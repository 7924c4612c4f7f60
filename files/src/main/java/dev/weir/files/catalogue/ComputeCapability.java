package dev.weir.files.catalogue;

import dev.weir.files.bind.Malformed;
import dev.weir.model.doc.Doc;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A compute capability.
 *
 * @param tenths major × 10 + minor, so 80 for 8.0
 */
@Doc("major.minor, such as 8.0")
public record ComputeCapability(int tenths) {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,2})\\.([0-9])");

  /**
   * Reads {@code 8.0}.
   *
   * @throws IllegalArgumentException no major.minor
   */
  public static ComputeCapability parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      boolean major = text.matches("[0-9]{1,2}");
      throw new Malformed(
          "not a compute capability",
          "major.minor, such as 8.0",
          major ? Optional.of(text + ".0") : Optional.empty());
    }
    return new ComputeCapability(
        10 * Integer.parseInt(form.group(1)) + Integer.parseInt(form.group(2)));
  }
}
