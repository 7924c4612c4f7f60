package dev.weir.driver.local.launch;

import dev.weir.driver.local.isolation.Refused;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.fleet.NodeSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** What tells a task its devices, by the table {@code device-variables.txt}. */
public final class DeviceVariables {
  private static final Map<String, Row> TABLE = table();

  private final NodeSpec node;
  private final Function<MigInstance, Optional<String>> migUuid;
  private final boolean mps;

  private record Row(String variable, boolean byUuid) {}

  /**
   * @param migUuid the vendor's identity of an instance that exists
   * @param mps whether NVIDIA's MPS keeps fractions inside their bounds here
   */
  public DeviceVariables(
      NodeSpec node, Function<MigInstance, Optional<String>> migUuid, boolean mps) {
    this.node = node;
    this.migUuid = migUuid;
    this.mps = mps;
  }

  private static Map<String, Row> table() {
    Map<String, Row> table = new TreeMap<>();
    try (InputStream in = DeviceVariables.class.getResourceAsStream("device-variables.txt")) {
      if (in == null) {
        throw new IllegalStateException("the resource device-variables.txt is missing");
      }
      new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(line -> line.split(" +"))
          .forEach(w -> table.put(w[0], new Row(w[1], w[2].equals("uuid"))));
      return table;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * The variables of one task. Runtimes of vendors of which the task holds nothing are told that
   * there is nothing: otherwise they would take what they find.
   *
   * @throws Refused an instance's identity is not known
   */
  public Map<String, String> of(DeviceBooking booking) throws Refused {
    Map<String, List<String>> byVariable = new TreeMap<>();
    Map<String, Integer> counts = new TreeMap<>();
    List<String> positions = new ArrayList<>();
    for (int i = 0; i < node.devices().size(); i++) {
      DeviceSpec device = node.devices().get(i);
      String vendor = device.model().vendor();
      int index = counts.merge(vendor, 1, Integer::sum) - 1;
      boolean held = (booking.mask() >>> i & 1) != 0;
      if (held) {
        positions.add(Integer.toString(i));
      }
      Row row = TABLE.get(vendor);
      if (row != null) {
        List<String> values = byVariable.computeIfAbsent(row.variable, _ -> new ArrayList<>());
        if (held) {
          values.addAll(names(booking, row, device, i, index));
        }
      }
    }
    Map<String, String> variables = new TreeMap<>();
    byVariable.forEach((variable, values) -> variables.put(variable, String.join(",", values)));
    variables.put("WEIR_DEVICES", String.join(",", positions));
    if (mps && booking instanceof DeviceBooking.Fraction f) {
      // Shares are rounded up: a share of nothing would be no limit.
      variables.put("CUDA_MPS_ACTIVE_THREAD_PERCENTAGE", Integer.toString((f.milli() + 9) / 10));
      if (f.memoryBytes() > 0) {
        variables.put(
            "CUDA_MPS_PINNED_DEVICE_MEM_LIMIT", memoryLimit(positions.size(), f.memoryBytes()));
      }
    }
    return variables;
  }

  /** By the devices' numbers as the task sees them: {@code 0=512M,1=512M}. */
  private static String memoryLimit(int devices, long bytes) {
    List<String> limits = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      limits.add("%d=%dM".formatted(i, Math.max(1, bytes >> 20)));
    }
    return String.join(",", limits);
  }

  private List<String> names(
      DeviceBooking booking, Row row, DeviceSpec device, int position, int index) throws Refused {
    if (!(booking instanceof DeviceBooking.Mig(List<MigInstance> instances))) {
      return List.of(row.byUuid && !device.uuid().isEmpty() ? device.uuid() : "" + index);
    }
    List<String> names = new ArrayList<>();
    for (MigInstance instance : instances) {
      if (instance.device() == position) {
        names.add(
            migUuid
                .apply(instance)
                .orElseThrow(
                    () ->
                        new Refused(
                            "the MIG instance %s at slice %d of device %d is not there"
                                .formatted(instance.profile(), instance.start(), position))));
      }
    }
    return names;
  }
}
