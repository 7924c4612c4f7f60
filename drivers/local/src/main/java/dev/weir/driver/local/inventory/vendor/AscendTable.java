package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.PciAddress;
import dev.weir.driver.local.inventory.reading.Amounts;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code npu-smi info}: two lines per chip, in any order of cards. Bars between the columns come
 * and go with the version, so they count as blanks. Memory is HBM where there is any, else DDR.
 */
public final class AscendTable implements Format {
  // 0  910B1  OK  99.3  50  0 / 0
  private static final Pattern CARD =
      Pattern.compile(
          "([0-9]{1,4})\\s+(\\S+)\\s+([A-Za-z]+)\\s+([0-9]{1,4}(?:\\.[0-9]+)?|-|NA)\\s+"
              + "([0-9]{1,3}|-|NA)\\s+[0-9]{1,9}\\s*/\\s*[0-9]{1,9}");

  // 0 [device]  0000:C1:00.0  0  0 / 0  3453 / 65536
  private static final Pattern CHIP =
      Pattern.compile(
          "([0-9]{1,4})(?:\\s+([0-9]{1,4}))?\\s+([0-9A-Fa-f]{4}:[0-9A-Fa-f:.]+)\\s+([0-9]{1,3}|-|NA)\\s+"
              + "([0-9]{1,9})\\s*/\\s*([0-9]{1,9})(?:\\s+([0-9]{1,9})\\s*/\\s*([0-9]{1,9}))?");

  private static final Pattern RULE = Pattern.compile("[+=|-]+.*");

  /** What the first line of a chip says, until its second line comes. */
  private record Card(
      int number, int line, FoundDevice.Builder device, String name, String health) {}

  @Override
  public String name() {
    return "npu-smi info";
  }

  @Override
  public String vendor() {
    return "huawei";
  }

  @Override
  public boolean fits(Output output) {
    return output.lines().stream().limit(4).anyMatch(line -> line.startsWith("| npu-smi "));
  }

  @Override
  public Inventory read(Output output) {
    var warnings = Warnings.ofLines(output);
    var devices = new Devices(warnings);
    Optional<Card> open = Optional.empty();
    int number = 0;
    for (String line : output.lines()) {
      number++;
      String content = line.replace('|', ' ').strip();
      Matcher card = CARD.matcher(content);
      Matcher chip = CHIP.matcher(content);
      if (content.startsWith("NPU") && content.contains("Process")) {
        break;
      }
      if (card.matches()) {
        open.ifPresent(lost -> unfinished(lost, warnings));
        open = Optional.of(card(card, number));
      } else if (chip.matches() && open.isPresent()) {
        devices.add(chip(chip, open.get()), number, "NPU " + open.get().number());
        open = Optional.empty();
      } else if (line.matches("\\|\\s+[0-9].*") && !RULE.matcher(content).matches()) {
        warnings.value(number, "", content, "the two lines of a chip");
      }
    }
    open.ifPresent(lost -> unfinished(lost, warnings));
    return devices.inventory();
  }

  private static void unfinished(Card card, Warnings warnings) {
    warnings.add(
        card.line(),
        "NPU " + card.number(),
        "has no second line and is left out",
        "a line with bus and memory");
  }

  private Card card(Matcher row, int line) {
    int number = Integer.parseInt(row.group(1));
    // The number is that of the card until the second line knows better.
    var device =
        new FoundDevice.Builder(vendor(), number)
            .measure(Metric.POWER, number(row.group(4)))
            .measure(Metric.TEMPERATURE, number(row.group(5)));
    return new Card(number, line, device, row.group(2), row.group(3));
  }

  private FoundDevice chip(Matcher row, Card card) {
    FoundDevice measured = card.device().build();
    int index = row.group(2) == null ? card.number() : Integer.parseInt(row.group(2));
    boolean hbm = row.group(8) != null && !row.group(8).matches("0+");
    var device =
        new FoundDevice.Builder(vendor(), index)
            .name(Optional.of("Ascend " + card.name()))
            .pci(PciAddress.parse(row.group(3)))
            .memory(
                Amounts.of(new BigDecimal(row.group(hbm ? 8 : 6)), 1L << 20)
                    .filter(bytes -> bytes.value() > 0))
            .measure(Metric.UTILISATION, number(row.group(4)).map(percent -> percent * 0.01))
            .measure(
                Metric.MEMORY_USED, number(row.group(hbm ? 7 : 5)).map(mib -> mib * (1L << 20)))
            .fact("health", Optional.of(card.health()))
            .fact("card", Optional.of(Integer.toString(card.number())))
            .fact("chip", Optional.of(row.group(1)));
    measured.measures().forEach((metric, value) -> device.measure(metric, Optional.of(value)));
    return device.build();
  }

  private static Optional<Double> number(String text) {
    return text.matches("[0-9.]+") ? Optional.of(Double.valueOf(text)) : Optional.empty();
  }
}
