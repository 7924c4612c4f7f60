package dev.weir.model.fleet;

/** How MIG instances come to be on a device. */
public enum MigMode {
  /** The device is not cut by MIG. */
  OFF,
  /** Instances are made when a task needs one and removed when it ends. */
  DYNAMIC,
  /** Only the instances of the present layout can be used; changing it is an action of its own. */
  FIXED
}
