package dev.weir.driver.local.health;

import java.util.List;

/**
 * A rule that applies to a device.
 *
 * @param rule its name in settings
 * @param device position
 * @param advice what it advises, in this order; never empty
 */
public record Finding(String rule, int device, List<Advice> advice) {
  public Finding {
    advice = List.copyOf(advice);
  }
}
