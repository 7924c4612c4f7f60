package dev.weir.simulator.world;

/**
 * All that a simulated world assumes, each constant included; stands in the experiment file and in
 * the result.
 *
 * @param devices speed by device model
 * @param placement speed by topology level
 * @param colocation speed by jobs on one device
 * @param scale speed by number of tasks
 * @param overheads times lost at starts, stops and moves
 * @param failures random faults
 * @param checkpointEvents periodic checkpoints are reported to the engine, which then knows what a
 *     stop would lose; without, they are taken all the same but nobody hears of them
 */
public record WorldModels(
    DeviceSpeed devices,
    PlacementSpeed placement,
    ColocationSpeed colocation,
    ScaleSpeed scale,
    Overheads overheads,
    Failures failures,
    boolean checkpointEvents) {
  /** Equal devices, free communication and sharing, linear scaling, no overhead, no fault. */
  public static final WorldModels IDEAL =
      new WorldModels(
          DeviceSpeed.EQUAL,
          PlacementSpeed.FREE,
          ColocationSpeed.FREE,
          ScaleSpeed.LINEAR,
          Overheads.NONE,
          Failures.NONE,
          false);

  public WorldModels withDevices(DeviceSpeed value) {
    return new WorldModels(
        value, placement, colocation, scale, overheads, failures, checkpointEvents);
  }

  public WorldModels withPlacement(PlacementSpeed value) {
    return new WorldModels(
        devices, value, colocation, scale, overheads, failures, checkpointEvents);
  }

  public WorldModels withColocation(ColocationSpeed value) {
    return new WorldModels(devices, placement, value, scale, overheads, failures, checkpointEvents);
  }

  public WorldModels withScale(ScaleSpeed value) {
    return new WorldModels(
        devices, placement, colocation, value, overheads, failures, checkpointEvents);
  }

  public WorldModels withOverheads(Overheads value) {
    return new WorldModels(
        devices, placement, colocation, scale, value, failures, checkpointEvents);
  }

  public WorldModels withFailures(Failures value) {
    return new WorldModels(
        devices, placement, colocation, scale, overheads, value, checkpointEvents);
  }

  public WorldModels withCheckpointEvents(boolean value) {
    return new WorldModels(devices, placement, colocation, scale, overheads, failures, value);
  }
}
