package dev.weir.driver.local.telemetry;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.discovery.Tools;
import dev.weir.driver.local.inventory.discovery.VendorTools;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.model.problem.Problem;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Measures the devices of this node with the vendors' tools. A device is recognised by its
 * identity, then by its place on the bus, then by its number, so that a device that fell off the
 * bus moves no other one's values.
 */
public final class DeviceSampler {
  private final Tools tools;
  private final List<FoundDevice> devices;
  private final InstantSource clock;
  private final Duration timeout;

  /** What a round of measuring yields. */
  public record Round(List<Sample> samples, List<Problem> warnings) {
    public Round {
      samples = List.copyOf(samples);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * @param devices as the discovery found them, by position; empty on a node of CPU slots
   */
  public DeviceSampler(
      Tools tools, List<FoundDevice> devices, InstantSource clock, Duration timeout) {
    this.tools = tools;
    this.devices = List.copyOf(devices);
    this.clock = clock;
    this.timeout = timeout;
  }

  /** Measures all devices once. */
  public Round measure() {
    List<Sample> samples = new ArrayList<>();
    List<Problem> warnings = new ArrayList<>();
    Set<String> vendors = new LinkedHashSet<>();
    devices.forEach(device -> vendors.add(device.vendor()));
    Set<String> answered = new LinkedHashSet<>();
    for (VendorTools vendor : VendorTools.ALL) {
      boolean wanted = vendors.contains(vendor.vendor()) && !answered.contains(vendor.vendor());
      if (wanted && tools.has(vendor.program()) && measure(vendor, samples, warnings)) {
        answered.add(vendor.vendor());
      }
    }
    return new Round(samples, warnings);
  }

  private boolean measure(VendorTools vendor, List<Sample> samples, List<Problem> warnings) {
    boolean any = false;
    for (VendorTools.Query query : vendor.sampled()) {
      List<String> command = query.command(vendor.program());
      String source = String.join(" ", command);
      switch (tools.run(command, timeout)) {
        case Tools.Run.Ended(int code, String out) -> {
          Inventory read = query.format().read(new Output(source, out));
          warnings.addAll(read.warnings());
          any |= take(read, samples);
        }
        case Tools.Run.Failed(String reason) -> warnings.add(Problem.ofFile(source, reason));
      }
    }
    return any;
  }

  private boolean take(Inventory read, List<Sample> samples) {
    var now = clock.instant();
    boolean any = false;
    for (FoundDevice measured : read.devices()) {
      Optional<Integer> position = position(measured);
      position.ifPresent(
          at ->
              measured
                  .measures()
                  .forEach(
                      (metric, value) ->
                          samples.add(
                              new Sample(now, new Sample.Subject.Device(at), metric, value))));
      any |= position.isPresent() && !measured.measures().isEmpty();
    }
    return any;
  }

  private Optional<Integer> position(FoundDevice measured) {
    return where(device -> same(device.uuid(), measured.uuid()), measured)
        .or(() -> where(device -> same(device.pci(), measured.pci()), measured))
        .or(() -> where(device -> byNumber(device, measured), measured));
  }

  /** The number counts only where neither side has an identity that could contradict it. */
  private static boolean byNumber(FoundDevice device, FoundDevice measured) {
    boolean identities = device.uuid().isPresent() && measured.uuid().isPresent();
    boolean places = device.pci().isPresent() && measured.pci().isPresent();
    return !identities && !places && device.index() == measured.index();
  }

  private static <T> boolean same(Optional<T> one, Optional<T> other) {
    return one.isPresent() && one.equals(other);
  }

  private Optional<Integer> where(
      java.util.function.Predicate<FoundDevice> matches, FoundDevice measured) {
    for (int i = 0; i < devices.size(); i++) {
      FoundDevice device = devices.get(i);
      if (device.vendor().equals(measured.vendor()) && matches.test(device)) {
        return Optional.of(i);
      }
    }
    return Optional.empty();
  }
}
