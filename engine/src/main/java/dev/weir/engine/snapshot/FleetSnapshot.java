package dev.weir.engine.snapshot;

import dev.weir.model.allocation.MigInstance;
import dev.weir.model.event.Event.Health;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.Taint;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.NodeId;
import java.util.List;
import java.util.Map;

/**
 * The nodes. What equal nodes share is written once, in their class; a node adds its name, its
 * place in the topology and its health.
 *
 * @param domains per level below the fleet, in the order of appearance, which breaks ties
 * @param models device models, which classes name by their position here
 * @param classes in the order of appearance, which breaks ties
 * @param nodes those that are there, and those that left while something is still booked on them
 * @param indexes how many nodes were ever seen: the next one's index
 */
public record FleetSnapshot(
    TopologySpec topology,
    List<List<DomainSnapshot>> domains,
    List<DeviceModel> models,
    List<ClassSnapshot> classes,
    List<NodeSnapshot> nodes,
    int indexes) {

  /**
   * @param parent position in the level above
   */
  public record DomainSnapshot(int parent, String name) {}

  /**
   * @param labels without those that differ by node
   */
  public record ClassSnapshot(
      long cpuMilli,
      long memoryBytes,
      int maxTasks,
      List<DeviceGroup> devices,
      Map<String, String> labels,
      List<Taint> taints) {}

  /** Equal devices at so many positions in a row. */
  public record DeviceGroup(
      int count, int model, boolean sharable, MigMode migMode, List<MigInstance> layout) {}

  /**
   * @param index the tie-break of all placement
   * @param nodeClass position in {@link FleetSnapshot#classes}
   * @param labels those that the class does not have
   * @param uuids of the devices by position; empty when none has one
   * @param broken positions of devices that do not work
   * @param gone it has left
   */
  public record NodeSnapshot(
      int index,
      NodeId id,
      String uid,
      DomainId domain,
      int nodeClass,
      Map<String, String> labels,
      List<String> uuids,
      boolean deviceIdentity,
      Health health,
      List<Integer> broken,
      boolean gone) {}
}
