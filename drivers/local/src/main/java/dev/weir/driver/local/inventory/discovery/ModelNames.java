package dev.weir.driver.local.inventory.discovery;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.catalogue.Catalogue;
import dev.weir.model.doc.Doc;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.unit.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * From the vendors' names of models to the catalogue's. The table is {@code models.yaml} beside
 * this class; what it does not know keeps its own name and is what the device reports.
 */
final class ModelNames {
  private static final String FILE = "models.yaml";

  /** The table. */
  @Kind("DeviceNames")
  @Doc("What the vendors' tools call the models of the catalogue.")
  record Table(@Doc("Names, the first that fits counts.") @NotEmpty List<Name> names) {}

  /** One name. */
  @Doc("A vendor's name.")
  record Name(
      @Doc("Who makes it, in lower case.") String vendor,
      @Doc("A regular expression for the whole name that the tool prints.") String name,
      @Doc("The catalogue's name.") String model) {}

  private record Rule(String vendor, Pattern name, String model) {}

  private final List<Rule> rules;
  private final Catalogue catalogue;

  ModelNames(Catalogue catalogue) {
    this.catalogue = catalogue;
    this.rules =
        table().names().stream()
            .map(name -> new Rule(name.vendor(), Pattern.compile(name.name()), name.model()))
            .toList();
  }

  private static Table table() {
    try (InputStream in = ModelNames.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + FILE);
      }
      return DocumentReader.of(Table.class).documents(FILE, in).getFirst().value();
    } catch (IOException broken) {
      throw new IllegalStateException("the program's file " + FILE + " cannot be read", broken);
    }
  }

  /** The catalogue's names that the table refers to. */
  List<String> targets() {
    return rules.stream().map(Rule::model).distinct().toList();
  }

  /** The model of a device; its memory is what the device reports, where it does. */
  DeviceModel model(FoundDevice device) {
    String name = device.name().orElse("unknown-" + device.vendor());
    Optional<DeviceModel> known =
        rules.stream()
            .filter(rule -> rule.vendor().equals(device.vendor()))
            .filter(rule -> rule.name().matcher(name).matches())
            .findFirst()
            .flatMap(rule -> catalogue.model(rule.model()))
            .or(() -> catalogue.model(plain(name)));
    Bytes memory = device.memory().or(() -> known.map(DeviceModel::memory)).orElse(Bytes.ZERO);
    return known
        .map(
            model ->
                new DeviceModel(
                    model.name(),
                    model.vendor(),
                    memory,
                    model.memoryBandwidth(),
                    model.computeCapability(),
                    model.mig()))
        .orElseGet(
            () ->
                new DeviceModel(
                    plain(name), device.vendor(), memory, 0, capability(device), Optional.empty()));
  }

  private static int capability(FoundDevice device) {
    String text = device.facts().getOrDefault("computeCapability", "");
    return text.matches("[0-9]{1,2}\\.[0-9]") ? Integer.parseInt(text.replace(".", "")) : 0;
  }

  /** The vendor's name in the letters that job files may use: {@code Navi-22-Radeon-RX-6700}. */
  static String plain(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[-._]+|-+$", "");
    return plain.isEmpty() ? "unknown" : plain;
  }
}
