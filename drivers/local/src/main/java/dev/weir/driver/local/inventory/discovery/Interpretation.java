package dev.weir.driver.local.inventory.discovery;

import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.fabric.Fabric;
import dev.weir.driver.local.inventory.fabric.FabricFormat;
import dev.weir.driver.local.inventory.reading.Output;
import dev.weir.driver.local.inventory.vendor.Format;
import dev.weir.driver.local.inventory.vendor.Formats;
import dev.weir.model.problem.Problem;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a text turns out to be. */
public sealed interface Interpretation {
  /** A tool's word on devices of a host. */
  record Devices(String tool, Inventory inventory) implements Interpretation {}

  /** A tool's word on the network between hosts. */
  record Network(String tool, Fabric fabric) implements Interpretation {}

  /** Nothing that could be used, and why. */
  record Refused(String reason) implements Interpretation {}

  /** Reads a text by its own marks; never throws for what stands in it. */
  static Interpretation of(Output output) {
    Optional<FabricFormat> network = FabricFormat.of(output);
    if (network.isPresent()) {
      Fabric fabric = network.get().read(output);
      return fabric.nodes().isEmpty()
          ? refused(network.get().name(), fabric.warnings())
          : new Network(network.get().name(), fabric);
    }
    return Formats.of(output)
        .map(format -> of(output, format))
        .orElseGet(() -> new Refused(Foreign.reason(output.plain())));
  }

  /** Reads the output of a command that is known. */
  static Interpretation of(Output output, Format format) {
    Inventory inventory = format.read(output);
    boolean nothing = inventory.devices().isEmpty() && !inventory.warnings().isEmpty();
    return nothing
        ? refused(format.name(), inventory.warnings())
        : new Devices(format.name(), inventory);
  }

  private static Refused refused(String tool, List<Problem> warnings) {
    String first = warnings.isEmpty() ? "nothing in it" : warnings.getFirst().render();
    return new Refused(tool + ": " + first);
  }

  /** Texts that look like something else, and what to do about it. */
  enum Foreign {
    EMPTY("\\s*", "is empty"),
    EMPTY_LIST(
        "\\s*(\\[\\s*]|\\{\\s*})\\s*", "is an empty JSON document, which does not say whose it is"),
    PEERS(
        "\\s*GPU0[^\\n]*\\n\\s*GPU0.*\\bGNS\\b.*|\\s*GPU0\\s+GPU1\\s*\\n.*",
        "says which devices may reach each other's memory (topo -p2p), not how; run nvidia-smi topo"
            + " -m"),
    PROFILE_TABLE(
        "\\s*\\{.*\"profiles\".*|(gpu,)?profile,.*",
        "is a table about models; no tool prints that about a machine"),
    NO_HEADER(
        "\\s*(NVIDIA|Tesla|GeForce|Quadro|\\[N/A\\]|[0-9]+, )[^\\n]*,.*",
        "has no header line, so its columns are unknown; leave noheader away"),
    YAML(
        "(\\s*#[^\\n]*\\n|\\s*\\n)*\\s*[A-Za-z]+:.*",
        "is a YAML document; no tool prints that about a machine"),
    SETTINGS(
        "(\\s*#[^\\n]*\\n)*\\s*[A-Za-z]+=.*",
        "is a configuration file; no tool prints that about a machine");

    private final Pattern form;
    private final String reason;

    Foreign(String form, String reason) {
      this.form = Pattern.compile("(?s)" + form);
      this.reason = reason;
    }

    static String reason(String text) {
      for (Foreign foreign : values()) {
        if (foreign.form.matcher(text).matches()) {
          return foreign.reason;
        }
      }
      return "is not the output of a tool that is known here";
    }
  }
}
