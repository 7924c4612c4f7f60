package dev.weir.driver.local.inventory;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a device sits on the PCI buses of its host. */
public record PciAddress(int domain, int bus, int device, int function)
    implements Comparable<PciAddress> {
  private static final Pattern FORM =
      Pattern.compile("(?:([0-9a-fA-F]{4,8}):)?([0-9a-fA-F]{2}):([0-9a-fA-F]{2})(?:\\.([0-7]))?");

  /**
   * Reads {@code 0000:C1:00.0}; the domain may have eight digits, domain and function be left out.
   */
  public static Optional<PciAddress> parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return Optional.empty();
    }
    long domain = form.group(1) == null ? 0 : Long.parseLong(form.group(1), 16);
    int device = Integer.parseInt(form.group(3), 16);
    // Addresses are 32 bits of domain and 5 bits of device; anything else is damage.
    if (domain > Integer.MAX_VALUE || device > 31) {
      return Optional.empty();
    }
    int function = form.group(4) == null ? 0 : Integer.parseInt(form.group(4));
    return Optional.of(
        new PciAddress((int) domain, Integer.parseInt(form.group(2), 16), device, function));
  }

  @Override
  public int compareTo(PciAddress other) {
    int order = Integer.compare(domain, other.domain);
    order = order != 0 ? order : Integer.compare(bus, other.bus);
    order = order != 0 ? order : Integer.compare(device, other.device);
    return order != 0 ? order : Integer.compare(function, other.function);
  }

  /** As the kernel writes it: {@code 0000:c1:00.0}. */
  @Override
  public String toString() {
    return "%04x:%02x:%02x.%d".formatted(domain, bus, device, function);
  }
}
