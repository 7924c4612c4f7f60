package dev.weir.files.document;

import dev.weir.files.bind.Malformed;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Doc;
import dev.weir.model.fleet.Resource;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Amounts of everything that a quota can count. */
@Doc("Amounts of what a quota can count.")
public record Amounts(
    @Doc("CPU.") @Synonyms("cpus") Optional<Cpu> cpu,
    @Doc("Memory of nodes.") @Synonyms("mem") Optional<Bytes> memory,
    @Doc("Devices of all models together; parts are allowed, such as 1.5.")
        @Synonyms({"gpu", "gpus", "nvidia.com/gpu"})
        Optional<DeviceAmount> devices,
    @Doc("Devices by model.") @Synonyms("models") Map<String, DeviceAmount> devicesOf,
    @Doc("Counted licences by name.") @Range(min = 0) Map<String, Integer> licences) {

  /**
   * A number of devices.
   *
   * @param milli thousandths of a device
   */
  @Doc("a number of devices, such as 8 or 1.5")
  public record DeviceAmount(long milli) {
    private static final String EXPECTED = "a number of devices, such as 8 or 1.5";

    /**
     * Reads {@code 8} or {@code 1.5}; rounds up to thousandths.
     *
     * @throws IllegalArgumentException no number, or negative
     */
    public static DeviceAmount parse(String text) {
      if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
        boolean negative = text.startsWith("-");
        throw new Malformed(
            negative ? "must not be negative" : "not a number of devices",
            EXPECTED,
            Optional.empty());
      }
      BigDecimal milli = new BigDecimal(text).movePointRight(3);
      return new DeviceAmount(milli.setScale(0, RoundingMode.CEILING).longValueExact());
    }
  }

  /** The amounts by resource name, in the integer unit of each. */
  public Map<String, Long> toResources() {
    var all = new TreeMap<String, Long>();
    cpu.ifPresent(amount -> all.put(Resource.CPU, amount.milli()));
    memory.ifPresent(amount -> all.put(Resource.MEMORY, amount.value()));
    devices.ifPresent(amount -> all.put(Resource.DEVICES, amount.milli()));
    devicesOf.forEach((model, amount) -> all.put(Resource.devicesOf(model), amount.milli()));
    licences.forEach((name, count) -> all.put(Resource.licence(name), count.longValue()));
    return all;
  }
}
