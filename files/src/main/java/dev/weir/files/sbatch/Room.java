package dev.weir.files.sbatch;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is set aside: equal shares of nodes, or of tasks. Slurm asks for nodes, tasks, or both; a
 * share is a node's part as soon as anything is said per node, otherwise one task's.
 *
 * @param shares how many
 * @param byNode a share holds all tasks of a node
 * @param tasks processes that srun starts in all
 * @param cpus of a share
 * @param mebibytes of a share; 0 = none is set aside
 * @param gpus of a share
 */
record Room(
    int shares, boolean byNode, int tasks, int cpus, long mebibytes, Optional<GpuRequest> gpus) {

  /** Options that speak of one node. */
  private static final List<String> PER_NODE =
      List.of("nodes", "ntasks-per-node", "gres", "gpus-per-node", "mem", "exclusive");

  static Room of(Settings set) {
    if (PER_NODE.stream().anyMatch(set::has)) {
      return byNode(set);
    }
    Optional<GpuRequest> total = set.value("gpus", GpuRequest::parse);
    int tasks = tasks(set, total).orElse(1);
    Optional<GpuRequest> each = set.value("gpus-per-task", GpuRequest::parse);
    if (each.isEmpty() && total.isPresent() && total.get().count() % tasks != 0) {
      return byNode(set); // they cannot be dealt out evenly, so all tasks see all of them
    }
    Optional<GpuRequest> gpus =
        each.or(() -> total.map(t -> t.withCount(t.count() / tasks))).filter(g -> g.count() > 0);
    return new Room(
        tasks, false, tasks, cpus(set, 1, gpus), memory(set, cpus(set, 1, gpus), gpus), gpus);
  }

  private static Room byNode(Settings set) {
    Optional<GpuRequest> total = set.value("gpus", GpuRequest::parse);
    Optional<Integer> perNode = set.count("ntasks-per-node");
    Optional<Integer> given = tasks(set, total);
    int nodes = nodes(set, perNode, given);
    int tasks = given.orElse(nodes * perNode.orElse(1));
    if (given.isPresent() && tasks < nodes) {
      set.note("nodes", "%d tasks need no more than %d nodes".formatted(tasks, tasks));
      nodes = tasks;
    }
    int most = (tasks + nodes - 1) / nodes;
    if (perNode.isPresent() && most > perNode.get()) {
      set.refuse(
          "ntasks",
          "%d tasks are more than %d nodes with %d each".formatted(tasks, nodes, perNode.get()),
          "at most " + nodes * perNode.get());
    }
    if (nodes > 1) {
      set.note("nodes", "several of the %d shares may lie on one machine".formatted(nodes));
    }
    if (set.has("exclusive")) {
      set.note("exclusive", "only what the script asks for is set aside on a node");
    }
    Optional<GpuRequest> gpus = gpusOfNode(set, total, nodes, most);
    int cpus = cpus(set, most, gpus);
    return new Room(nodes, true, tasks, cpus, memory(set, cpus, gpus), gpus);
  }

  private static int nodes(Settings set, Optional<Integer> perNode, Optional<Integer> tasks) {
    Optional<SlurmNumbers.Nodes> asked = set.value("nodes", SlurmNumbers::nodes);
    if (asked.isPresent()) {
      if (asked.get().atMost() > asked.get().atLeast()) {
        set.note("nodes", "the smaller number is taken");
      }
      return asked.get().atLeast();
    }
    if (perNode.isPresent() && tasks.isPresent()) {
      return (tasks.get() + perNode.get() - 1) / perNode.get();
    }
    return 1;
  }

  private static Optional<Integer> tasks(Settings set, Optional<GpuRequest> total) {
    Optional<Integer> perGpu = set.count("ntasks-per-gpu");
    Optional<GpuRequest> perTask = set.value("gpus-per-task", GpuRequest::parse);
    return set.count("ntasks")
        .or(() -> perGpu.flatMap(n -> total.map(t -> Math.max(1, t.count() * n))))
        .or(
            () ->
                perTask.flatMap(
                    p -> total.map(t -> Math.max(1, t.count() / Math.max(1, p.count())))));
  }

  private static Optional<GpuRequest> gpusOfNode(
      Settings set, Optional<GpuRequest> total, int nodes, int tasksPerNode) {
    Optional<GpuRequest> node =
        set.value("gres", text -> GpuRequest.ofGres(text))
            .flatMap(gres -> gres)
            .or(() -> set.value("gpus-per-node", GpuRequest::parse));
    Optional<GpuRequest> task = set.value("gpus-per-task", GpuRequest::parse);
    if (node.isPresent() && task.isPresent()) {
      int needed = task.get().count() * tasksPerNode;
      if (needed > node.get().count()) {
        set.refuse(
            "gpus-per-task",
            "the tasks of a node need %d devices, and it is to give %d"
                .formatted(needed, node.get().count()),
            "at most " + node.get().count() / tasksPerNode);
      }
    }
    if (node.isEmpty() && task.isEmpty() && total.isPresent() && total.get().count() % nodes != 0) {
      set.refuse(
          "gpus",
          "%d devices cannot be shared evenly by %d nodes".formatted(total.get().count(), nodes),
          "a multiple of " + nodes);
      return Optional.empty();
    }
    return node.or(() -> task.map(t -> t.times(tasksPerNode)))
        .or(() -> total.map(t -> t.withCount(t.count() / nodes)))
        .filter(g -> g.count() > 0);
  }

  private static int cpus(Settings set, int tasks, Optional<GpuRequest> gpus) {
    int byTask = tasks * set.count("cpus-per-task").orElse(1);
    int byGpu = set.count("cpus-per-gpu").orElse(0) * gpus.map(GpuRequest::count).orElse(0);
    return Math.max(byTask, byGpu);
  }

  private static long memory(Settings set, int cpus, Optional<GpuRequest> gpus) {
    Optional<Long> node = set.value("mem", SlurmNumbers::mebibytes);
    if (node.isPresent()) {
      if (node.get() == 0) {
        set.note("mem", "all memory of a node is not set aside; nothing is");
      }
      return node.get();
    }
    Optional<Long> cpu = set.value("mem-per-cpu", SlurmNumbers::mebibytes);
    Optional<Long> gpu = set.value("mem-per-gpu", SlurmNumbers::mebibytes);
    return cpu.map(m -> m * cpus)
        .or(() -> gpu.map(m -> m * gpus.map(GpuRequest::count).orElse(0)))
        .orElse(0L);
  }

  /** Tasks of each share; the first have one more where they cannot be equal. */
  List<Integer> tasksOfShares() {
    var each = new ArrayList<Integer>();
    for (int i = 0; i < shares; i++) {
      each.add(tasks / shares + (i < tasks % shares ? 1 : 0));
    }
    return each;
  }

  /** The same as Slurm writes it: {@code 8(x2),7}. */
  String tasksPerNode() {
    var text = new StringBuilder();
    List<Integer> each = tasksOfShares();
    for (int i = 0; i < each.size(); ) {
      int same = i;
      while (same < each.size() && each.get(same).equals(each.get(i))) {
        same++;
      }
      text.append(text.isEmpty() ? "" : ",").append(each.get(i));
      text.append(same - i > 1 ? "(x" + (same - i) + ")" : "");
      i = same;
    }
    return text.toString();
  }
}
