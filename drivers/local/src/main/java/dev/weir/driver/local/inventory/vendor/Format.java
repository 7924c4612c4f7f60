package dev.weir.driver.local.inventory.vendor;

import dev.weir.driver.local.inventory.Inventory;
import dev.weir.driver.local.inventory.reading.Output;

/** One kind of output of one tool. */
public interface Format {
  /** The command that prints it, for example {@code nvidia-smi -q -x}. */
  String name();

  /** The vendor whose devices it tells of, in lower case. */
  String vendor();

  /** Whether a text looks like this kind of output; decided by marks that no other tool prints. */
  boolean fits(Output output);

  /** Whether it only tells more of devices that another output names, and makes none by itself. */
  default boolean details() {
    return false;
  }

  /** Reads what can be read; never throws for what stands in the text. */
  Inventory read(Output output);
}
