package dev.weir.driver.local.health;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.PciAddress;
import java.util.List;
import java.util.Optional;

/** Which command resets a device. Source: the manuals of nvidia-smi and amd-smi. */
public final class ResetCommand {
  /** Starts the machine anew. */
  public static final List<String> REBOOT = List.of("systemctl", "reboot");

  private ResetCommand() {}

  /** The vendor's command for this device; nothing where none is known. */
  public static Optional<List<String>> of(FoundDevice device) {
    return switch (device.vendor()) {
      case "nvidia" ->
          device
              .uuid()
              .or(() -> device.pci().map(PciAddress::toString))
              .map(which -> List.of("nvidia-smi", "--gpu-reset", "-i", which));
      case "amd" ->
          Optional.of(
              List.of("amd-smi", "reset", "--gpureset", "-g", Integer.toString(device.index())));
      default -> Optional.empty();
    };
  }
}
