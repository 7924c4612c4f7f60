package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.FoundInstance;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code nvidia-smi -L}: names and identities, of MIG instances too. Old drivers build the identity
 * of an instance from the device's and two numbers; new ones give it one of its own.
 */
public final class NvidiaList implements Format {
  // GPU 0: A100-SXM4-40GB (UUID: GPU-11111111-...)
  private static final Pattern DEVICE =
      Pattern.compile("GPU ([0-9]{1,4}): (.+) \\(UUID: (GPU-[0-9a-fA-F-]+)\\)");

  //   MIG 3g.20gb Device 0: (UUID: MIG-GPU-11111111-.../2/0)
  private static final Pattern INSTANCE =
      Pattern.compile("MIG (\\S+)\\s+Device\\s+([0-9]{1,3}): \\(UUID: (MIG-\\S+)\\)");

  private static final Pattern OLD_FORM = Pattern.compile("MIG-GPU-.+/([0-9]{1,3})/([0-9]{1,3})");

  @Override
  public String name() {
    return "nvidia-smi -L";
  }

  @Override
  public String vendor() {
    return "nvidia";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream().anyMatch(line -> DEVICE.matcher(line.strip()).matches());
  }

  @Override
  public Inventory read(Output output) {
    var warnings = Warnings.ofLines(output);
    var devices = new Devices(warnings);
    Optional<FoundDevice.Builder> open = Optional.empty();
    int number = 0;
    int opened = 0;
    for (String line : output.lines()) {
      number++;
      String content = line.strip();
      Matcher device = DEVICE.matcher(content);
      Matcher instance = INSTANCE.matcher(content);
      if (device.matches()) {
        int at = opened;
        open.ifPresent(before -> devices.add(before.build(), at, "GPU"));
        open = Optional.of(device(device));
        opened = number;
      } else if (instance.matches() && open.isPresent()) {
        instance(instance, open.get());
      } else if (!content.isEmpty()) {
        warnings.value(number, "", content, "GPU n: name (UUID: GPU-...)");
      }
    }
    int at = opened;
    open.ifPresent(last -> devices.add(last.build(), at, "GPU"));
    return devices.inventory();
  }

  private FoundDevice.Builder device(Matcher row) {
    return new FoundDevice.Builder(vendor(), Integer.parseInt(row.group(1)))
        .name(Optional.of(row.group(2)))
        .uuid(Optional.of(row.group(3)));
  }

  private static void instance(Matcher row, FoundDevice.Builder device) {
    Matcher old = OLD_FORM.matcher(row.group(3));
    boolean numbers = old.matches();
    device
        .mig(Optional.of(true))
        .instance(
            new FoundInstance(
                numbers ? Optional.of(Integer.valueOf(old.group(1))) : Optional.empty(),
                Optional.of(Integer.valueOf(row.group(2))),
                numbers ? Optional.of(Integer.valueOf(old.group(2))) : Optional.empty(),
                Optional.of(row.group(1)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(row.group(3))));
  }
}
