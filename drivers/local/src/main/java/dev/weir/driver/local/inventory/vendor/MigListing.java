package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.FoundInstance;
import dev.weir.driver.local.inventory.FoundProfile;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.reading.Amounts;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The listings of {@code nvidia-smi mig}: profiles ({@code -lgip}), their placements ({@code
 * -lgipp}), GPU instances ({@code -lgi}) and compute instances ({@code -lci}). An empty listing is
 * a sentence, and so is a refusal.
 */
public final class MigListing implements Format {
  private static final String PROFILE = "([0-9]{1,2}g\\.[0-9]{1,3}gb(?:[+-][a-z.]+)*)";

  // |   0  MIG 1g.6gb+me     21     1/1        5.81       No     14     1     0   |
  private static final Pattern OFFERED =
      Pattern.compile(
          "\\|\\s+([0-9]{1,4})\\s+MIG "
              + PROFILE
              + "\\s+([0-9]{1,3})\\s+([0-9]{1,2})/([0-9]{1,2})\\s+([0-9]{1,4}\\.[0-9]{1,2})\\s.*");

  // GPU  0 Profile ID 19 Placements: {0,1,2,3,4,5,6}:1
  private static final Pattern PLACED =
      Pattern.compile(
          "GPU\\s+([0-9]{1,4}) Profile ID\\s+([0-9]{1,3}) Placements?\\s*:\\s*"
              + "\\{([0-9]{1,2}(?:,[0-9]{1,2})*)\\}:([0-9]{1,2})");

  // |   3  MIG 1g.10gb         19        7          0:1     |
  private static final Pattern INSTANCE =
      Pattern.compile(
          "\\|\\s+([0-9]{1,4})\\s+MIG "
              + PROFILE
              + "\\s+([0-9]{1,3})\\s+([0-9]{1,3})\\s+([0-9]{1,2}):([0-9]{1,2})\\s+\\|");

  // |   0     13       MIG 1g.5gb           0         0          0:1     |
  private static final Pattern COMPUTE =
      Pattern.compile(
          "\\|\\s+([0-9]{1,4})\\s+([0-9]{1,3})\\s+MIG "
              + PROFILE
              + "\\s+([0-9]{1,3})\\s+([0-9]{1,3})\\s+[0-9]{1,2}:[0-9]{1,2}\\s+\\|");

  private static final Pattern NOTHING = Pattern.compile("No (GPU|compute) instances found: .*");
  private static final Pattern REFUSAL =
      Pattern.compile("(Unable to determine|Failed to (query|display)) (GPU|compute) instance.*");

  @Override
  public String name() {
    return "nvidia-smi mig -lgip|-lgipp|-lgi|-lci";
  }

  @Override
  public String vendor() {
    return "nvidia";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream()
        .map(String::strip)
        .anyMatch(
            line ->
                line.matches("\\| (GPU instance profiles|GPU instances|Compute instances):.*")
                    || Stream.of(PLACED, NOTHING, REFUSAL)
                        .anyMatch(p -> p.matcher(line).matches()));
  }

  @Override
  public boolean details() {
    return true;
  }

  @Override
  public Inventory read(Output output) {
    var warnings = Warnings.ofLines(output);
    Map<Integer, FoundDevice> devices = new TreeMap<>();
    int number = 0;
    for (String line : output.lines()) {
      number++;
      String content = line.strip();
      Optional<FoundDevice> device = row(content);
      if (device.isPresent()) {
        devices.merge(device.get().index(), device.get(), FoundDevice::or);
      } else if (REFUSAL.matcher(content).matches()) {
        warnings.add(number, "", "the tool refuses: " + content, "a device with MIG, and rights");
      } else if (content.contains("MIG ") || content.contains("Profile ID ")) {
        if (content.startsWith("|") || content.startsWith("GPU")) {
          warnings.value(number, "", content, "a row of a MIG listing");
        }
      }
    }
    return new Inventory(List.copyOf(devices.values()), List.of(), warnings.list());
  }

  private Optional<FoundDevice> row(String line) {
    return offered(line)
        .or(() -> placed(line))
        .or(() -> instance(line))
        .or(() -> compute(line))
        .map(FoundDevice.Builder::build);
  }

  private Optional<FoundDevice.Builder> offered(String line) {
    Matcher row = OFFERED.matcher(line);
    return row.matches()
        ? Optional.of(
            device(row)
                .profile(
                    new FoundProfile(
                        number(row, 3),
                        Optional.of(row.group(2)),
                        Amounts.of(new BigDecimal(row.group(6)), 1L << 30),
                        Optional.of(number(row, 5)),
                        List.of(),
                        Optional.empty())))
        : Optional.empty();
  }

  private Optional<FoundDevice.Builder> placed(String line) {
    Matcher row = PLACED.matcher(line);
    if (!row.matches()) {
      return Optional.empty();
    }
    List<Integer> starts = new ArrayList<>();
    for (String start : row.group(3).split(",")) {
      starts.add(Integer.valueOf(start));
    }
    return Optional.of(
        device(row)
            .profile(
                new FoundProfile(
                    number(row, 2),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    starts,
                    Optional.of(number(row, 4)))));
  }

  private Optional<FoundDevice.Builder> instance(String line) {
    Matcher row = INSTANCE.matcher(line);
    return row.matches()
        ? Optional.of(
            device(row)
                .instance(
                    new FoundInstance(
                        Optional.of(number(row, 4)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(row.group(2)),
                        Optional.of(number(row, 5)),
                        Optional.of(number(row, 6)),
                        Optional.empty(),
                        Optional.empty())))
        : Optional.empty();
  }

  /** The profile of a compute instance is a part of its GPU instance's and not kept. */
  private Optional<FoundDevice.Builder> compute(String line) {
    Matcher row = COMPUTE.matcher(line);
    return row.matches()
        ? Optional.of(
            device(row)
                .instance(
                    new FoundInstance(
                        Optional.of(number(row, 2)),
                        Optional.empty(),
                        Optional.of(number(row, 5)),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())))
        : Optional.empty();
  }

  private FoundDevice.Builder device(Matcher row) {
    return new FoundDevice.Builder(vendor(), number(row, 1));
  }

  private static int number(Matcher row, int group) {
    return Integer.parseInt(row.group(group));
  }
}
