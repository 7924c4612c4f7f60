package dev.weir.driver.local.inventory;

import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one or several tools say.
 *
 * @param devices in the tool's order; no number twice
 * @param links between devices, each pair once
 * @param warnings what could not be read, and where it stands
 */
public record Inventory(List<FoundDevice> devices, List<Link> links, List<Problem> warnings) {
  public static final Inventory EMPTY = new Inventory(List.of(), List.of(), List.of());

  public Inventory {
    devices = List.copyOf(devices);
    links = List.copyOf(links);
    warnings = List.copyOf(warnings);
  }

  /** The device of that number. */
  public Optional<FoundDevice> device(int index) {
    return devices.stream().filter(device -> device.index() == index).findFirst();
  }

  /** The device at that place; functions of one card count as the card. */
  public Optional<FoundDevice> at(PciAddress address) {
    return devices.stream()
        .filter(device -> device.pci().filter(pci -> sameCard(pci, address)).isPresent())
        .findFirst();
  }

  private static boolean sameCard(PciAddress one, PciAddress other) {
    return one.domain() == other.domain()
        && one.bus() == other.bus()
        && one.device() == other.device();
  }

  /**
   * This inventory with what a further tool of the same vendor says about its devices. A device
   * that only the further tool names is left out with a warning: a listing of details makes no
   * device.
   */
  public Inventory enrichedBy(Inventory more, String source) {
    Map<Integer, FoundDevice> byIndex = new LinkedHashMap<>();
    devices.forEach(device -> byIndex.put(device.index(), device));
    var problems = new ArrayList<>(warnings);
    problems.addAll(more.warnings);
    for (FoundDevice device : more.devices) {
      boolean known = byIndex.computeIfPresent(device.index(), (i, own) -> own.or(device)) != null;
      if (!known) {
        problems.add(
            Problem.ofFile(source, "names device " + device.index() + ", which is not there")
                .expecting("one of the devices " + byIndex.keySet()));
      }
    }
    var allLinks = new ArrayList<>(links);
    more.links.stream()
        .filter(link -> byIndex.containsKey(link.from()) && byIndex.containsKey(link.to()))
        .forEach(allLinks::add);
    return new Inventory(List.copyOf(byIndex.values()), allLinks, problems);
  }
}
