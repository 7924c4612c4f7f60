package dev.weir.driver.local.inventory.fabric;

import dev.weir.driver.local.inventory.reading.Output;
import java.util.List;
import java.util.Optional;

/** One kind of output of one tool that looks at the network. */
public interface FabricFormat {
  /** The kinds that are known. */
  List<FabricFormat> ALL = List.of(new InfinibandDiscovery(), new NetqNodes(), new NetqGraph());

  /** The kind of output that a text is, by its own marks. */
  static Optional<FabricFormat> of(Output output) {
    return ALL.stream().filter(format -> format.fits(output)).findFirst();
  }

  /** The command that prints it. */
  String name();

  /** Whether a text looks like this kind of output. */
  boolean fits(Output output);

  /** Reads what can be read; never throws for what stands in the text. */
  Fabric read(Output output);
}
