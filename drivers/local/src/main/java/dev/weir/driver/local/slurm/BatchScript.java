package dev.weir.driver.local.slurm;

import dev.weir.model.job.Launch;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How a batch script is started, and the commands that it finds. */
public final class BatchScript {
  /** The exit code by which a task asks to be queued again (EX_TEMPFAIL of sysexits.h). */
  public static final int REQUEUE = 75;

  private static final List<String> STAND_INS = List.of("srun", "scontrol", "weir-batch");
  private static final String NAMES = "weir-names";
  private static final String ASKED = "requeue";

  private BatchScript() {}

  /** Whether the launch is a batch script of Slurm. */
  public static boolean isBatch(Launch launch) {
    return launch.firstTaskOnly() && "slurm".equals(launch.environment().get("WEIR_BATCH"));
  }

  /**
   * Writes the stand-ins into the folder, each in one step, so that scripts that run meanwhile find
   * the old or the new one.
   */
  public static void install(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (String name : STAND_INS) {
      write(folder.resolve(name), name, "rwxr-xr-x");
    }
    write(folder.resolve(NAMES), NAMES, "rw-r--r--");
  }

  private static void write(Path file, String resource, String permissions) throws IOException {
    Path draft = file.resolveSibling("." + resource + ".new");
    try (InputStream in = BatchScript.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + resource);
      }
      Files.copy(in, draft, StandardCopyOption.REPLACE_EXISTING);
    }
    Files.setPosixFilePermissions(draft, PosixFilePermissions.fromString(permissions));
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  /** What runs in place of the script: it sees to the files that the directives name. */
  public static List<String> command(Path folder, Path script, List<String> arguments) {
    var words =
        new ArrayList<>(List.of(folder.resolve("weir-batch").toString(), script.toString()));
    words.addAll(arguments);
    return List.copyOf(words);
  }

  /** Whether the script has called {@code scontrol requeue}. */
  public static boolean askedToRequeue(Path runFolder) {
    return Files.exists(runFolder.resolve(ASKED));
  }

  /**
   * The variables that come over those of the launch.
   *
   * @param folder where the stand-ins are
   * @param environment what the script would see without this
   */
  public static Map<String, String> environment(
      Path folder, BatchFacts facts, Map<String, String> environment) {
    Map<String, String> all = new TreeMap<>();
    String path = environment.getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
    all.put("PATH", folder + ":" + path);
    identity(facts, environment, all);
    nodes(facts, environment, all);
    devices(facts, all);
    return all;
  }

  private static void identity(
      BatchFacts facts, Map<String, String> environment, Map<String, String> all) {
    long id = facts.job().value();
    all.put("SLURM_JOB_ID", Long.toString(id));
    all.put("SLURM_JOBID", Long.toString(id));
    String index = environment.getOrDefault("WEIR_ARRAY_INDEX", "");
    if (!index.isEmpty()) {
      // The elements of an array are submitted together and get ids one after the other.
      long position = Long.parseLong(environment.getOrDefault("WEIR_ARRAY_POSITION", "0"));
      all.put("SLURM_ARRAY_TASK_ID", index);
      all.put("SLURM_ARRAY_JOB_ID", Long.toString(id - position));
    }
    if (facts.restarts() > 0) {
      all.put("SLURM_RESTART_COUNT", Integer.toString(facts.restarts()));
    }
  }

  private static void nodes(
      BatchFacts facts, Map<String, String> environment, Map<String, String> all) {
    // A share of a node counts as a node, also when several lie on this machine: scripts start
    // one launcher per node and tell it how many there are.
    boolean byNode = !"task".equals(environment.get("WEIR_BATCH_SHARES"));
    int nodes = byNode ? facts.shares().size() : 1;
    String list = String.join(",", Collections.nCopies(nodes, facts.host()));
    for (String name : List.of("SLURM_JOB_NODELIST", "SLURM_NODELIST")) {
      all.put(name, list);
    }
    for (String name : List.of("SLURM_JOB_NUM_NODES", "SLURM_NNODES")) {
      all.put(name, Integer.toString(nodes));
    }
    all.put("SLURMD_NODENAME", facts.host());
    all.put("SLURM_NODEID", "0");
    all.put("SLURM_PROCID", "0");
    all.put("SLURM_LOCALID", "0");
    all.put("SLURM_TOPOLOGY_ADDR", facts.host());
  }

  /** The script sees the devices of all shares; srun deals them out. */
  private static void devices(BatchFacts facts, Map<String, String> all) {
    var names = new TreeSet<String>();
    facts.shares().forEach(share -> names.addAll(share.keySet()));
    all.put("WEIR_SHARE_VARIABLES", String.join(" ", names));
    for (String name : names) {
      for (int i = 0; i < facts.shares().size(); i++) {
        all.put("WEIR_SHARE_" + i + "_" + name, facts.shares().get(i).getOrDefault(name, ""));
      }
      all.put(
          name,
          facts.shares().stream()
              .map(share -> share.getOrDefault(name, ""))
              .filter(devices -> !devices.isEmpty())
              .collect(Collectors.joining(",")));
    }
    all.put("SLURM_JOB_GPUS", all.getOrDefault("WEIR_DEVICES", ""));
    long first =
        facts
            .shares()
            .getFirst()
            .getOrDefault("WEIR_DEVICES", "")
            .chars()
            .filter(c -> c == ',')
            .count();
    boolean none = facts.shares().getFirst().getOrDefault("WEIR_DEVICES", "").isEmpty();
    all.put("SLURM_GPUS_ON_NODE", Long.toString(none ? 0 : first + 1));
  }
}
