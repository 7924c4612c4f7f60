package dev.weir.simulator.world;

import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.fleet.DeviceSpec;
import dev.weir.model.job.Role;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The speed of a run from the models, and who shares a device with whom. */
final class SpeedOf {
  private final WorldModels models;
  private final NodeTable nodes;
  private final Map<String, Double> best = new HashMap<>();

  /** Runs on each device, by node × 64 + position; only kept when sharing costs something. */
  private final Map<Integer, Set<Integer>> sharers = new HashMap<>();

  SpeedOf(WorldModels models, NodeTable nodes) {
    this.models = models;
    this.nodes = nodes;
  }

  /** Sets the run's speed and its parts. */
  void set(Run run) {
    String program = run.profile.program();
    double device = 1;
    double relative = 1;
    if (!models.devices().equal() && run.devices > 0) {
      device = slowestDevice(run.tasks, program);
      relative = device / best.computeIfAbsent(program, this::fastestDevice);
    }
    double placement =
        models.placement().free() || run.tasks.size() == 1
            ? 1
            : models.placement().factor(program, nodes.levelSpanned(run.tasks));
    double colocation =
        models.colocation().free() ? 1 : models.colocation().factor(mostSharers(run.tasks));
    run.speed = device * placement * colocation * scale(run, program);
    run.effective = relative * placement * colocation;
    run.communication = Math.max(0, 1 - placement);
  }

  private double scale(Run run, String program) {
    int reference = 0;
    for (Role role : run.spec.roles()) {
      reference += role.count();
    }
    return run.tasks.size() == reference
        ? 1
        : models.scale().factor(program, run.tasks.size(), reference);
  }

  private double slowestDevice(List<TaskPlacement> tasks, String program) {
    double slowest = Double.MAX_VALUE;
    for (TaskPlacement task : tasks) {
      long mask = task.devices().mask();
      if (mask != 0) {
        List<DeviceSpec> devices = nodes.spec(nodes.position(task.node())).devices();
        String model = devices.get(Long.numberOfTrailingZeros(mask)).model().name();
        slowest = Math.min(slowest, models.devices().factor(program, model));
      }
    }
    return slowest;
  }

  private double fastestDevice(String program) {
    double fastest = 0;
    for (String model : nodes.models()) {
      fastest = Math.max(fastest, models.devices().factor(program, model));
    }
    return fastest;
  }

  private int mostSharers(List<TaskPlacement> tasks) {
    int most = 0;
    for (TaskPlacement task : tasks) {
      int base = nodes.position(task.node()) * 64;
      for (long m = task.devices().mask(); m != 0; m &= m - 1) {
        Set<Integer> on = sharers.get(base + Long.numberOfTrailingZeros(m));
        most = Math.max(most, on == null ? 0 : on.size());
      }
    }
    return most;
  }

  /** The run comes to its devices; returns the others there, whose speed may have changed. */
  Set<Integer> join(Run run) {
    return change(run, true);
  }

  /** The run leaves its devices. */
  Set<Integer> leave(Run run) {
    return change(run, false);
  }

  private Set<Integer> change(Run run, boolean joins) {
    if (models.colocation().free()) {
      return Set.of();
    }
    Set<Integer> others = new java.util.TreeSet<>();
    for (TaskPlacement task : run.tasks) {
      int base = nodes.position(task.node()) * 64;
      for (long m = task.devices().mask(); m != 0; m &= m - 1) {
        int device = base + Long.numberOfTrailingZeros(m);
        Set<Integer> on = sharers.computeIfAbsent(device, _ -> new HashSet<>(4));
        if (joins) {
          on.add(run.slot);
        } else {
          on.remove(run.slot);
        }
        others.addAll(on);
        if (on.isEmpty()) {
          sharers.remove(device);
        }
      }
    }
    others.remove(run.slot);
    return others;
  }
}
