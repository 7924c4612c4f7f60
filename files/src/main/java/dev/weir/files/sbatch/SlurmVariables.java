package dev.weir.files.sbatch;

import dev.weir.files.bind.Malformed;
import dev.weir.files.document.ArrayFields;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The environment of a batch script, as far as it is known before it runs. What only the driver
 * knows (ids, hosts, devices) it adds itself; it recognises such a job by {@link #BATCH}.
 */
final class SlurmVariables {
  /** Which kind of batch script this is. */
  static final String BATCH = "WEIR_BATCH";

  private SlurmVariables() {}

  static Map<String, String> of(Settings set, Room room, Submitter submitter, String name) {
    var all = new TreeMap<String, String>();
    all.put(BATCH, "slurm");
    all.put("WEIR_BATCH_SHARES", room.byNode() ? "node" : "task");
    all.put(
        "WEIR_BATCH_TASKS",
        room.tasksOfShares().stream().map(String::valueOf).collect(Collectors.joining(" ")));
    set.text("output").ifPresent(file -> all.put("WEIR_BATCH_OUTPUT", file));
    set.text("error").ifPresent(file -> all.put("WEIR_BATCH_ERROR", file));
    set.text("input").ifPresent(file -> all.put("WEIR_BATCH_INPUT", file));
    openMode(set).ifPresent(mode -> all.put("WEIR_BATCH_OPEN_MODE", mode));
    all.put("SLURM_CLUSTER_NAME", "weir");
    all.put("SLURM_JOB_NAME", name);
    all.put("SLURM_SUBMIT_DIR", submitter.folder());
    all.put("SLURM_SUBMIT_HOST", submitter.host());
    all.put("SLURM_JOB_USER", submitter.user());
    set.text("account").ifPresent(account -> all.put("SLURM_JOB_ACCOUNT", account));
    set.text("partition").ifPresent(partition -> all.put("SLURM_JOB_PARTITION", partition));
    set.text("qos").ifPresent(qos -> all.put("SLURM_JOB_QOS", qos));
    set.text("gpu-bind").ifPresent(bind -> all.put("SLURM_GPU_BIND", bind));
    set.text("comment").ifPresent(comment -> all.put("SLURM_JOB_COMMENT", comment));
    tasks(set, room, all);
    return all;
  }

  private static Optional<String> openMode(Settings set) {
    return set.value(
        "open-mode",
        text ->
            switch (text) {
              case "append", "a" -> "append";
              case "truncate", "t" -> "truncate";
              default ->
                  throw new Malformed("no such mode", "append or truncate", Optional.empty());
            });
  }

  private static void tasks(Settings set, Room room, Map<String, String> all) {
    String tasks = Integer.toString(room.tasks());
    all.put("SLURM_NTASKS", tasks);
    all.put("SLURM_NPROCS", tasks);
    all.put("SLURM_TASKS_PER_NODE", room.tasksPerNode());
    set.count("ntasks-per-node")
        .ifPresent(n -> all.put("SLURM_NTASKS_PER_NODE", Integer.toString(n)));
    set.count("cpus-per-task").ifPresent(n -> all.put("SLURM_CPUS_PER_TASK", Integer.toString(n)));
    set.value("gpus-per-task", GpuRequest::parse)
        .ifPresent(g -> all.put("SLURM_GPUS_PER_TASK", Integer.toString(g.count())));
    room.gpus()
        .ifPresent(
            g -> {
              all.put("SLURM_GPUS", Integer.toString(g.count() * room.shares()));
              all.put(
                  room.byNode() ? "SLURM_GPUS_PER_NODE" : "SLURM_GPUS_PER_TASK",
                  Integer.toString(g.count()));
            });
    if (room.byNode()) {
      all.put("SLURM_CPUS_ON_NODE", Integer.toString(room.cpus()));
      String times = room.shares() > 1 ? "(x" + room.shares() + ")" : "";
      all.put("SLURM_JOB_CPUS_PER_NODE", room.cpus() + times);
      if (room.mebibytes() > 0) {
        all.put("SLURM_MEM_PER_NODE", Long.toString(room.mebibytes()));
      }
    }
    set.value("mem-per-cpu", SlurmNumbers::mebibytes)
        .ifPresent(m -> all.put("SLURM_MEM_PER_CPU", Long.toString(m)));
  }

  /** What is the same for all elements of an array; its number comes with the element. */
  static Map<String, String> ofArray(ArrayFields array, int step) {
    int[] numbers = array.numbers();
    return new TreeMap<>(
        Map.of(
            "SLURM_ARRAY_TASK_COUNT", Integer.toString(numbers.length),
            "SLURM_ARRAY_TASK_MIN", Integer.toString(numbers[0]),
            "SLURM_ARRAY_TASK_MAX", Integer.toString(numbers[numbers.length - 1]),
            "SLURM_ARRAY_TASK_STEP", Integer.toString(step)));
  }
}
