package dev.weir.files.sbatch;

import dev.weir.files.sbatch.SbatchOption.Argument;
import dev.weir.files.sbatch.SbatchOption.Fate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The options of sbatch (manual page of Slurm 25.11), each with what becomes of it. */
final class SbatchOptions {
  private static final Map<String, SbatchOption> BY_NAME = new LinkedHashMap<>();

  /** Other spellings that sbatch takes. */
  private static final Map<String, String> ALIASES =
      Map.ofEntries(
          Map.entry("workdir", "chdir"),
          Map.entry("share", "oversubscribe"),
          Map.entry("licences", "licenses"),
          Map.entry("tasks-per-node", "ntasks-per-node"),
          Map.entry("gpu", "gpus"),
          Map.entry("gpus-per-tasks", "gpus-per-task"));

  static {
    mapped("account", 'A');
    mapped("array", 'a');
    mapped("begin", 'b');
    mapped("chdir", 'D');
    mapped("comment");
    mapped("constraint", 'C');
    mapped("container-image");
    mapped("cpus-per-gpu");
    mapped("cpus-per-task", 'c');
    mapped("deadline");
    mapped("dependency", 'd');
    mapped("error", 'e');
    mapped("exclude", 'x');
    mapped("export");
    mapped("gpus", 'G');
    mapped("gpus-per-node");
    mapped("gpus-per-task");
    mapped("gpu-bind");
    mapped("gres");
    mapped("input", 'i');
    mapped("job-name", 'J');
    mapped("licenses", 'L');
    mapped("mem");
    mapped("mem-per-cpu");
    mapped("mem-per-gpu");
    mapped("nodelist", 'w');
    mapped("nodes", 'N');
    mapped("ntasks", 'n');
    mapped("ntasks-per-gpu");
    mapped("ntasks-per-node");
    mapped("open-mode");
    mapped("output", 'o');
    mapped("partition", 'p');
    mapped("priority");
    mapped("qos", 'q');
    mapped("reservation");
    mapped("signal");
    mapped("time", 't');
    add("nice", (char) 0, Argument.OPTIONAL, Fate.MAPPED, "");
    add("requeue", (char) 0, Argument.NONE, Fate.MAPPED, "");
    add("no-requeue", (char) 0, Argument.NONE, Fate.MAPPED, "");
    add("wait", 'W', Argument.NONE, Fate.MAPPED, "");
    add("exclusive", (char) 0, Argument.OPTIONAL, Fate.MAPPED, "");

    String mail = "no mail is sent; a webhook tells of a job's end";
    noted("mail-type", mail);
    noted("mail-user", mail);
    String cores = "which cores of a node are taken is not decided";
    noted("core-spec", 'S', cores);
    noted("cores-per-socket", cores);
    noted("cpu-freq", cores);
    noted("distribution", 'm', cores);
    noted("extra-node-info", 'B', cores);
    noted("hint", cores);
    noted("mem-bind", cores);
    noted("ntasks-per-core", cores);
    noted("ntasks-per-socket", cores);
    noted("sockets-per-node", cores);
    noted("thread-spec", cores);
    noted("threads-per-core", cores);
    String near = "tasks are placed near each other in any case; topology in a job file says how";
    noted("switches", near);
    noted("segment", near);
    flag("contiguous", near);
    flag("spread-job", near);
    flag("use-min-nodes", near);
    String share = "only what the script asks for is set aside";
    flag("oversubscribe", 's', share);
    flag("overcommit", 'O', share);
    String accounting = "use is measured all the same";
    noted("acctg-freq", accounting);
    noted("profile", accounting);
    noted("wckey", accounting);
    noted("mcs-label", accounting);
    noted("cluster-constraint", "there is one fleet");
    noted("clusters", 'M', "there is one fleet");
    noted("time-min", "the time limit is never shortened");
    noted("prefer", "a wish that nobody enforces; where.preferred in a job file says it");
    noted("gpu-freq", "clocks of devices are left as they are");
    noted("gres-flags", "devices and cores are taken by topology in any case");
    noted("mincpus", "cpus-per-task and ntasks-per-node say what is set aside");
    noted("network", "the network is used as it is");
    noted("power", "power is not capped for one job");
    noted("propagate", "limits of the shell are not handed on");
    noted("tmp", "space on disk is not set aside");
    noted("delay-boot", "nodes are not booted for a job");
    noted("extra", "nobody reads it");
    noted("oom-kill-step", "a task that is out of memory fails the job");
    noted("batch", "the script runs beside the first task");
    flag("reboot", "nodes are not booted for a job");
    flag("no-kill", 'k', "a gang that lost a node is restarted as a whole");
    flag("resv-ports", "srun names a free port in MASTER_PORT");
    flag("stepmgr", "steps are run by the stand-in of srun");
    flag("parsable", "weir submit --json is for programs");
    flag("quiet", 'Q', "the output of weir submit is short in any case");
    flag("verbose", 'v', "the output of weir submit says all there is");
    flag("ignore-pbs", "other systems' directives are never read");
    flag("test-only", "weir submit --dry-run does that");
    option("get-user-env", Argument.OPTIONAL, Fate.NOTED, "the submitter's environment is taken");
    option("kill-on-invalid-dep", Argument.REQUIRED, Fate.NOTED, "such a job ends in any case");

    String burst = "there are no burst buffers";
    refused("bb", burst);
    refused("bbf", burst);
    refused("container", "a bundle of OCI; an image is named with image: in a job file");
    refused("container-mounts", "folders of the host are not mounted into containers");
    refused("container-name", "containers are not kept between jobs");
    refused("export-file", "variables are named with --export");
    refused("gid", "a job runs as its submitter");
    refused("uid", "a job runs as its submitter");
    refused("gpus-per-socket", "sockets are not told apart; expected --gpus-per-node");
    refused("nodefile", 'F', "nodes are named with --nodelist");
    refused("tres-bind", "expected --gpu-bind");
    refused("tres-per-task", "expected --cpus-per-task and --gpus-per-task");
    refused("wrap", "a script has its commands in it");
    option("hold", 'H', Argument.NONE, Fate.REFUSED, "submit it without, then weir suspend ID");
    option("het-group", (char) 0, Argument.REQUIRED, Fate.REFUSED, "one group of resources only");
  }

  private SbatchOptions() {}

  static Set<String> names() {
    return BY_NAME.keySet();
  }

  static Optional<SbatchOption> ofLetter(char letter) {
    return BY_NAME.values().stream().filter(option -> option.letter() == letter).findFirst();
  }

  /** By its name, another spelling of it, or the beginning of only one name (getopt_long). */
  static Optional<SbatchOption> ofName(String written) {
    SbatchOption exact = BY_NAME.get(ALIASES.getOrDefault(written, written));
    if (exact != null) {
      return Optional.of(exact);
    }
    List<SbatchOption> longer =
        BY_NAME.values().stream().filter(o -> o.name().startsWith(written)).toList();
    return longer.size() == 1 ? Optional.of(longer.getFirst()) : Optional.empty();
  }

  private static void mapped(String name) {
    mapped(name, (char) 0);
  }

  private static void mapped(String name, char letter) {
    add(name, letter, Argument.REQUIRED, Fate.MAPPED, "");
  }

  private static void noted(String name, String why) {
    noted(name, (char) 0, why);
  }

  private static void noted(String name, char letter, String why) {
    add(name, letter, Argument.REQUIRED, Fate.NOTED, why);
  }

  private static void flag(String name, String why) {
    flag(name, (char) 0, why);
  }

  private static void flag(String name, char letter, String why) {
    add(name, letter, Argument.NONE, Fate.NOTED, why);
  }

  private static void refused(String name, String why) {
    refused(name, (char) 0, why);
  }

  private static void refused(String name, char letter, String why) {
    add(name, letter, Argument.REQUIRED, Fate.REFUSED, why);
  }

  private static void option(String name, Argument argument, Fate fate, String why) {
    add(name, (char) 0, argument, fate, why);
  }

  private static void option(String name, char letter, Argument argument, Fate fate, String why) {
    add(name, letter, argument, fate, why);
  }

  private static void add(String name, char letter, Argument argument, Fate fate, String why) {
    BY_NAME.put(name, new SbatchOption(name, letter, argument, fate, why));
  }
}
