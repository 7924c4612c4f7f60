package dev.weir.server.local;

import dev.weir.model.fleet.NodeSpec;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which devices this machine offers.
 *
 * @param slots CPU slots in place of accelerators; empty = what the vendors' tools find, and slots
 *     only where they find nothing
 */
public record DevicesWish(OptionalInt slots) {
  private static final Pattern SLOTS = Pattern.compile("cpu:([0-9]{1,3})");

  public static final DevicesWish AUTO = new DevicesWish(OptionalInt.empty());

  /**
   * Reads {@code auto} or {@code cpu:8}.
   *
   * @throws IllegalArgumentException neither of them
   */
  public static DevicesWish parse(String text) {
    if (text.equals("auto")) {
      return AUTO;
    }
    Matcher form = SLOTS.matcher(text);
    int slots = form.matches() ? Integer.parseInt(form.group(1)) : 0;
    if (slots < 1 || slots > NodeSpec.MAX_DEVICES) {
      throw new IllegalArgumentException(
          "weir.devices is \"%s\"; expected auto or cpu:N with N from 1 to %d"
              .formatted(text, NodeSpec.MAX_DEVICES));
    }
    return new DevicesWish(OptionalInt.of(slots));
  }
}
