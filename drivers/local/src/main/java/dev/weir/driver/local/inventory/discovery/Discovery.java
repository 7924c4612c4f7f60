package dev.weir.driver.local.inventory.discovery;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.files.catalogue.Catalogue;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.problem.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks at this machine: runs the tools that are there and makes a node of what they say. */
public final class Discovery {
  private final Tools tools;
  private final Host host;
  private final Catalogue catalogue;

  /**
   * What is wanted.
   *
   * @param cpuSlots offer so many slots of CPU as devices, and nothing else; empty: accelerators,
   *     and a slot per core where there are none
   * @param dynamicMig cards in MIG mode without instances are cut as tasks need it (needs rights);
   *     otherwise only instances that exist are used
   * @param maxTasks most tasks on the node at one time
   * @param timeout how long one tool may take
   */
  public record Wish(
      Optional<Integer> cpuSlots, boolean dynamicMig, int maxTasks, Duration timeout) {
    /** Accelerators, or cores where there are none. */
    public static final Wish DEFAULT =
        new Wish(Optional.empty(), false, 512, Duration.ofSeconds(20));

    /** The same, offering slots of CPU. */
    public Wish withCpuSlots(int slots) {
      return new Wish(Optional.of(slots), dynamicMig, maxTasks, timeout);
    }
  }

  /**
   * What was found.
   *
   * @param node this machine; devices are numbered in the order of {@code devices}
   * @param devices what the tools say of each device of the node, at the same position; empty for
   *     slots of CPU
   * @param inventories everything that the tools say, by vendor
   * @param warnings what could not be read or used
   */
  public record Found(
      NodeSpec node,
      List<FoundDevice> devices,
      Map<String, Inventory> inventories,
      List<Problem> warnings) {
    public Found {
      devices = List.copyOf(devices);
      warnings = List.copyOf(warnings);
    }
  }

  public Discovery(Tools tools, Host host, Catalogue catalogue) {
    this.tools = tools;
    this.host = host;
    this.catalogue = catalogue;
  }

  /** Looks at this machine as it is. */
  public static Discovery ofThisMachine() {
    return new Discovery(new SystemTools(), Host.present(), Catalogue.builtIn());
  }

  /** Runs the tools and makes the node. */
  public Found look(DomainId domain, Wish wish) {
    Map<String, Inventory> inventories =
        wish.cpuSlots().isPresent() ? Map.of() : inventories(wish.timeout());
    return new NodeAssembly(host, catalogue, wish).assemble(domain, inventories);
  }

  /** What each vendor's tools say, of the vendors whose tools find a device. */
  private Map<String, Inventory> inventories(Duration timeout) {
    Map<String, Inventory> byVendor = new LinkedHashMap<>();
    for (VendorTools vendor : VendorTools.ALL) {
      boolean found =
          Optional.ofNullable(byVendor.get(vendor.vendor()))
              .filter(inventory -> !inventory.devices().isEmpty())
              .isPresent();
      if (!found && tools.has(vendor.program())) {
        byVendor.put(vendor.vendor(), inventory(vendor, timeout));
      }
    }
    return byVendor;
  }

  private Inventory inventory(VendorTools vendor, Duration timeout) {
    Inventory all = Inventory.EMPTY;
    for (int i = 0; i < vendor.queries().size(); i++) {
      Inventory more = ask(vendor, vendor.queries().get(i), timeout);
      if (i == 0) {
        all = more;
      } else if (!all.devices().isEmpty()) {
        all = all.enrichedBy(more, vendor.program());
      }
    }
    if (all.devices().stream().anyMatch(device -> device.mig().orElse(false))) {
      for (VendorTools.Query query : vendor.migQueries()) {
        all = all.enrichedBy(ask(vendor, query, timeout), vendor.program());
      }
    }
    return all;
  }

  private Inventory ask(VendorTools vendor, VendorTools.Query query, Duration timeout) {
    List<String> command = query.command(vendor.program());
    String source = String.join(" ", command);
    return switch (tools.run(command, timeout)) {
      case Tools.Run.Ended(int code, String out) -> {
        Inventory read = query.format().read(new Output(source, out));
        yield code == 0 ? read : withWarning(read, source, "exit code " + code);
      }
      case Tools.Run.Failed(String reason) -> withWarning(Inventory.EMPTY, source, reason);
    };
  }

  private static Inventory withWarning(Inventory read, String source, String what) {
    var warnings = new ArrayList<Problem>();
    warnings.add(Problem.ofFile(source, what).expecting("exit code 0 in time"));
    warnings.addAll(read.warnings());
    return new Inventory(read.devices(), read.links(), warnings);
  }
}
