package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.Link;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.reading.Entry;
import dev.weir.driver.local.inventory.reading.Fields;
import dev.weir.driver.local.inventory.reading.JsonText;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.reading.Warnings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code rocm-smi --json} with all its switches. Keys differ between releases ("Card series" and
 * "Card Series"); {@code system} is no card; the keys "0", "1", ... are clock levels.
 */
public final class RocmSmi implements Format {
  private static final Pattern CARD = Pattern.compile("card([0-9]{1,4})");
  private static final Pattern CLOCK = Pattern.compile("\\(?([0-9]{1,6})Mhz\\)?");
  private static final Pattern LINK =
      Pattern.compile("\\(Topology\\) Link type between DRM devices ([0-9]{1,4}) and ([0-9]{1,4})");

  @Override
  public String name() {
    return "rocm-smi --json";
  }

  @Override
  public String vendor() {
    return "amd";
  }

  @Override
  public boolean fits(Output output) {
    return output.text().stripLeading().startsWith("{\"card")
        || output.text().matches("(?s)\\s*\\{\\s*\"(card[0-9]+|system)\"\\s*:.*");
  }

  @Override
  public Inventory read(Output output) {
    var warnings = new Warnings(output);
    var devices = new Devices(warnings);
    List<Link> links = new ArrayList<>();
    for (Entry document : JsonText.read(output, warnings)) {
      for (Entry member : document.children()) {
        Matcher card = CARD.matcher(member.name());
        if (card.matches()) {
          card(member, Integer.parseInt(card.group(1)), devices, warnings);
        } else if (member.name().equals("system")) {
          links.addAll(links(member, warnings));
        } else {
          warnings.value(member.line(), "", member.name(), "card0, card1, ... or system");
        }
      }
    }
    return devices.inventory(links);
  }

  private void card(Entry card, int index, Devices devices, Warnings warnings) {
    Fields fields = new Fields(card, card.name(), warnings);
    // Card SKU and Card model are codes; a series that is a code as well says nothing.
    Optional<String> name =
        fields
            .text("Card Series", "Card series", "Card Model", "Card model")
            .filter(text -> !text.matches("0x[0-9a-fA-F]+"));
    if (name.isEmpty()) {
      warnings.add(card.line(), card.name() + ".Card Series", "is missing", "the model's name");
    }
    devices.add(
        measured(
            fields,
            new FoundDevice.Builder(vendor(), index)
                .name(name)
                .uuid(fields.text("Unique ID"))
                .pci(fields.pci("PCI Bus"))
                .memory(fields.bytes("B", "VRAM Total Memory (B)"))
                .numaNode(numa(fields))
                .fact("serial", fields.text("Serial Number").filter(s -> !s.matches("0+")))
                .fact("deviceId", fields.text("Device ID", "GPU ID"))
                .fact("gfx", fields.text("GFX Version"))
                .fact("sku", fields.text("Card SKU"))),
        card.line(),
        card.name());
  }

  /** -1 and its unsigned form mean: no NUMA node. */
  private static Optional<Integer> numa(Fields fields) {
    return fields
        .text("(Topology) Numa Node")
        .filter(text -> text.matches("[0-9]{1,4}"))
        .map(Integer::valueOf);
  }

  private static FoundDevice measured(Fields fields, FoundDevice.Builder device) {
    return device
        .measure(Metric.UTILISATION, fields.number("%", 0.01, "GPU use (%)"))
        .measure(
            Metric.MEMORY_BUSY,
            fields.number("%", 0.01, "GPU Memory Read/Write Activity (%)", "GPU memory use (%)"))
        .measure(
            Metric.MEMORY_USED,
            fields.bytes("B", "VRAM Total Used Memory (B)").map(bytes -> (double) bytes.value()))
        .measure(
            Metric.TEMPERATURE,
            fields.celsius("Temperature (Sensor junction) (C)", "Temperature (Sensor edge) (C)"))
        .measure(Metric.MEMORY_TEMPERATURE, fields.celsius("Temperature (Sensor memory) (C)"))
        .measure(
            Metric.POWER,
            fields.number(
                "W",
                1,
                "Average Graphics Package Power (W)",
                "Current Socket Graphics Package Power (W)"))
        .measure(Metric.POWER_LIMIT, fields.number("W", 1, "Max Graphics Package Power (W)"))
        .measure(Metric.COMPUTE_CLOCK, clock(fields, "sclk clock speed:"))
        .measure(Metric.MEMORY_CLOCK, clock(fields, "mclk clock speed:"))
        .measure(Metric.PCI_REPLAYS, fields.number("", 1, "PCIe Replay Count"))
        .build();
  }

  private static Optional<Double> clock(Fields fields, String key) {
    return fields
        .text(key)
        .map(CLOCK::matcher)
        .filter(Matcher::matches)
        .map(form -> Double.parseDouble(form.group(1)) * 1e6);
  }

  private static List<Link> links(Entry system, Warnings warnings) {
    List<Link> links = new ArrayList<>();
    for (Entry fact : system.children()) {
      Matcher pair = LINK.matcher(fact.name());
      if (pair.matches()) {
        int one = Integer.parseInt(pair.group(1));
        int other = Integer.parseInt(pair.group(2));
        switch (fact.text()) {
          case "PCIE" -> links.add(link(one, other, Link.Kind.PCI));
          case "XGMI" -> links.add(link(one, other, Link.Kind.XGMI));
          default -> warnings.value(fact.line(), fact.name(), fact.text(), "PCIE or XGMI");
        }
      }
    }
    return links;
  }

  private static Link link(int one, int other, Link.Kind kind) {
    return new Link(Math.min(one, other), Math.max(one, other), kind, 1);
  }
}
