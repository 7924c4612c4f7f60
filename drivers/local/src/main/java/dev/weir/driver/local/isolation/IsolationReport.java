package dev.weir.driver.local.isolation;

import java.util.List;

/**
 * What keeps tenants apart here.
 *
 * @param reason why it is this mode, for people
 * @param tenants those that have run something here, in the order of their coming
 * @param memoryLimited whether the memory that a task asks for is a limit
 * @param cpuShared whether the CPU that a task asks for is its share when others want it too
 * @param escapeProof whether a process that leaves its group and wipes its environment is still
 *     known
 * @param devicesFiltered whether a task is kept from opening devices that are not its own
 */
public record IsolationReport(
    Mode mode,
    String reason,
    List<String> tenants,
    boolean memoryLimited,
    boolean cpuShared,
    boolean escapeProof,
    boolean devicesFiltered) {
  public IsolationReport {
    tenants = List.copyOf(tenants);
  }

  /** How tenants are kept apart. */
  public enum Mode {
    /** Each has a Unix user of its own. */
    PER_TENANT,
    /** There is one; a second is refused. */
    SINGLE_TENANT,
    /** Not at all, as a person wished. */
    NONE
  }
}
