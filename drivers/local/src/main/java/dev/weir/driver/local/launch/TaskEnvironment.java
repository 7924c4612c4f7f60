package dev.weir.driver.local.launch;

import dev.weir.checkpoint.protocol.Variables;
import dev.weir.driver.local.isolation.Refused;
import dev.weir.driver.local.slurm.BatchFacts;
import dev.weir.driver.local.slurm.BatchScript;
import dev.weir.driver.local.supervise.Mark;
import dev.weir.driver.local.supervise.TaskFolder;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.job.Launch;
import dev.weir.model.job.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The environment of a task: nothing of the server's but what is named here. Later ones win: ours
 * where a job must not choose, the job's own where it may.
 */
final class TaskEnvironment {
  private final Surroundings surroundings;
  private final Places places;
  private final String world;
  private final DeviceVariables devices;

  TaskEnvironment(Surroundings surroundings, Places places, String world) {
    this.surroundings = surroundings;
    this.places = places;
    this.world = world;
    this.devices =
        new DeviceVariables(surroundings.node(), surroundings.migUuid(), surroundings.mps());
  }

  /**
   * All variables.
   *
   * @param rank of the task over all roles
   */
  Map<String, String> of(Common common, TaskPlacement task, int rank, TaskFolder folder)
      throws Refused {
    Launch launch = common.launch(task);
    Map<String, String> all = base(common);
    if (!launch.firstTaskOnly()) {
      all.putAll(rendezvous(common, task, rank));
    }
    for (var variable : launch.environment().entrySet()) {
      if (!ShellText.isName(variable.getKey()) || variable.getValue().indexOf('\0') >= 0) {
        throw Refused.forGood("'" + variable.getKey() + "' cannot be the name of a variable");
      }
      all.put(variable.getKey(), variable.getValue());
    }
    if (!surroundings.pythonPath().isEmpty()) {
      String ours =
          String.join(":", surroundings.pythonPath().stream().map(Path::toString).toList());
      all.merge("PYTHONPATH", ours, (theirs, more) -> theirs + ":" + more);
    }
    all.putAll(devices.of(task.devices()));
    all.putAll(protocol(common, task, folder));
    if (BatchScript.isBatch(launch) && rank == 0) {
      all.putAll(BatchScript.environment(places.standIns(), batch(common), all));
    }
    return all;
  }

  private Map<String, String> base(Common common) {
    Map<String, String> all = new TreeMap<>();
    all.put("PATH", surroundings.path());
    all.put("HOME", common.identity().home().toString());
    all.put("LANG", "C.UTF-8");
    all.put("TMPDIR", "/tmp");
    String user =
        common.identity().uid().isPresent()
            ? common.identity().tenant()
            : System.getProperty("user.name");
    all.put("USER", user);
    all.put("LOGNAME", user);
    return all;
  }

  private static Map<String, String> rendezvous(Common common, TaskPlacement task, int rank) {
    List<TaskPlacement> tasks = common.start().tasks();
    int size = (int) tasks.stream().filter(t -> t.role() == task.role()).count();
    int before = (int) tasks.stream().limit(rank).filter(t -> t.role() == task.role()).count();
    return common.meet().of(rank, before, size, common.spec().roles().get(task.role()).name());
  }

  private Map<String, String> protocol(Common common, TaskPlacement task, TaskFolder folder) {
    Role role = common.spec().roles().get(task.role());
    Preparation.Start start = common.start();
    Map<String, String> own = new TreeMap<>();
    own.putAll(
        new Variables(
                common.spec().id(),
                common.spec().name(),
                start.id(),
                start.incarnation(),
                folder.run(),
                common.checkpoints(),
                start.resume(),
                start.incarnation() - 1)
            .toMap());
    own.put(
        Mark.VARIABLE,
        new Mark(
                world,
                common.spec().id(),
                start.id(),
                start.incarnation(),
                folder.path().getFileName().toString())
            .toString());
    own.put("WEIR_ROLE", role.name());
    own.put("WEIR_TASK", Integer.toString(task.task()));
    own.put("WEIR_TASK_COUNT", Integer.toString(start.tasks().size()));
    return own;
  }

  private BatchFacts batch(Common common) throws Refused {
    List<Map<String, String>> shares = new ArrayList<>();
    for (TaskPlacement task : common.start().tasks()) {
      shares.add(devices.of(task.devices()));
    }
    return new BatchFacts(
        common.spec().id(),
        common.start().incarnation() - 1,
        surroundings.node().id().value(),
        shares);
  }
}
