package dev.weir.control;

/**
 * What a world can tell and do. What it cannot is shown as such and never made up.
 *
 * @param deviceIdentity Weir picks the device; false: the world does, and the ledger books counts
 * @param gentleStop tasks can be asked for a checkpoint before they are stopped
 * @param fractions how a fraction of a device is kept inside its bounds
 * @param resizeInPlace tasks can be added and removed while the others run
 * @param reshapeMig idle devices can be given another MIG layout
 * @param usageMeasured utilisation of devices is measured; false: shown as unmeasured
 */
public record Capabilities(
    boolean deviceIdentity,
    boolean gentleStop,
    Isolation fractions,
    boolean resizeInPlace,
    boolean reshapeMig,
    boolean usageMeasured) {
  /** How a fraction of a device is kept inside its bounds. */
  public enum Isolation {
    /** By hardware or driver. */
    ENFORCED,
    /** By the tasks' good will. */
    UNENFORCED,
    /** Fractions cannot be used. */
    NONE
  }
}
