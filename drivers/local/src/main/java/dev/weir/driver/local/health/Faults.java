package dev.weir.driver.local.health;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.telemetry.XidReport;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** From reports of the kernel log to faults of this node's devices. */
public final class Faults {
  private Faults() {}

  /**
   * The fault that a report tells of; nothing when no device of the node sits there.
   *
   * @param devices the node's devices by position
   * @param taskOf the name of the task that a process belongs to
   */
  public static Optional<Fault> of(
      XidReport report, List<FoundDevice> devices, LongFunction<Optional<String>> taskOf) {
    for (int i = 0; i < devices.size(); i++) {
      int position = i;
      if (devices.get(i).pci().filter(pci -> sameCard(pci, report.device())).isPresent()) {
        Optional<String> task =
            report.pid().isPresent()
                ? taskOf
                    .apply(report.pid().getAsLong())
                    .or(() -> Optional.of("process " + report.pid().getAsLong()))
                : Optional.empty();
        return Optional.of(new Fault(report.time(), position, report.xid(), report.text(), task));
      }
    }
    return Optional.empty();
  }

  /** The driver leaves out the function; cards have one. */
  private static boolean sameCard(PciAddress one, PciAddress other) {
    return one.domain() == other.domain()
        && one.bus() == other.bus()
        && one.device() == other.device();
  }
}
