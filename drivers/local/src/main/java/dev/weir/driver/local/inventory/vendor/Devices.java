package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Link;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects devices and refuses one that is there already. */
final class Devices {
  /** No host has as many; a larger number is damage. */
  static final int MAX_INDEX = 1023;

  private final Warnings warnings;
  private final Map<Integer, FoundDevice> byIndex = new LinkedHashMap<>();
  private final Set<String> identities = new HashSet<>();

  Devices(Warnings warnings) {
    this.warnings = warnings;
  }

  void add(FoundDevice device, int line, String field) {
    boolean twice = device.uuid().isPresent() && identities.contains(device.uuid().get());
    if (twice || byIndex.containsKey(device.index())) {
      warnings.add(line, field, "names a device that was named before", "each device once");
      return;
    }
    device.uuid().ifPresent(identities::add);
    byIndex.put(device.index(), device);
  }

  int size() {
    return byIndex.size();
  }

  Inventory inventory() {
    return inventory(List.of());
  }

  /** With the links between devices that are described. */
  Inventory inventory(List<Link> links) {
    List<Link> between =
        links.stream()
            .filter(link -> byIndex.containsKey(link.from()) && byIndex.containsKey(link.to()))
            .toList();
    return new Inventory(new ArrayList<>(byIndex.values()), between, warnings.list());
  }
}
