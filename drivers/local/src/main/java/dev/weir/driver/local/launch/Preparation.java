package dev.weir.driver.local.launch;

import dev.weir.driver.local.isolation.Identity;
import dev.weir.driver.local.isolation.IsolationReport;
import dev.weir.driver.local.isolation.Refused;
import dev.weir.driver.local.isolation.Tenants;
import dev.weir.driver.local.supervise.Cgroups;
import dev.weir.driver.local.supervise.Mark;
import dev.weir.driver.local.supervise.Signals;
import dev.weir.driver.local.supervise.TaskFolder;
import dev.weir.model.allocation.DeviceBooking;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.id.AllocationId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Launch;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Writes all files of one start. Nothing runs before the last of them is on the disk. */
public final class Preparation {
  private final Surroundings surroundings;
  private final Places places;
  private final Tenants tenants;
  private final Cgroups cgroups;
  private final String world;
  private final boolean resetSignals;
  private final DeviceVariables devices;

  /**
   * What is to be started.
   *
   * @param variants for each role the position of the variant chosen
   * @param resume where it goes on from
   */
  public record Start(
      AllocationId id,
      int incarnation,
      List<Integer> variants,
      List<TaskPlacement> tasks,
      Optional<ResumePoint> resume) {
    public Start {
      variants = List.copyOf(variants);
      tasks = List.copyOf(tasks);
    }
  }

  /** A verified checkpoint. */
  public record ResumePoint(Path path, OptionalLong step) {}

  /**
   * @param world mark of this data folder
   * @param resetSignals whether this system's {@code env} knows {@code --default-signal}
   */
  public Preparation(
      Surroundings surroundings,
      Places places,
      Tenants tenants,
      Cgroups cgroups,
      String world,
      boolean resetSignals) {
    this.surroundings = surroundings;
    this.places = places;
    this.tenants = tenants;
    this.cgroups = cgroups;
    this.world = world;
    this.resetSignals = resetSignals;
    this.devices =
        new DeviceVariables(surroundings.node(), surroundings.migUuid(), surroundings.mps());
  }

  /** Who a job belongs to: its user, else the root of its queue. */
  public static String tenant(JobSpec spec) {
    String queue = spec.queue().value();
    int slash = queue.indexOf('/');
    return spec.user().isBlank() ? (slash < 0 ? queue : queue.substring(0, slash)) : spec.user();
  }

  /** What all tasks of a start have in common. */
  private record Common(
      Start start,
      JobSpec spec,
      Identity identity,
      Path folder,
      Path checkpoints,
      Rendezvous meet) {
    Launch launch(TaskPlacement task) {
      return spec.roles().get(task.role()).variants().get(start.variants.get(task.role())).launch();
    }

    TaskRequest request(TaskPlacement task) {
      return spec.roles()
          .get(task.role())
          .variants()
          .get(start.variants.get(task.role()))
          .request();
    }
  }

  /**
   * Writes the files.
   *
   * @throws Refused it cannot be started here
   */
  public AllocationRecord prepare(Start start, JobSpec spec) throws Refused, IOException {
    Identity identity = tenants.identity(tenant(spec));
    Path folder = passable(places.allocation(start.id, start.incarnation));
    passable(places.job(spec.id()));
    Launch first = spec.roles().getFirst().variants().get(start.variants.getFirst()).launch();
    Path checkpoints = checkpoints(spec, first, identity);
    Rendezvous meet = Rendezvous.open(first.firstTaskOnly() ? 1 : start.tasks.size());
    Common common = new Common(start, spec, identity, folder, checkpoints, meet);
    List<AllocationRecord.Task> tasks = new ArrayList<>();
    for (int rank = 0; rank < start.tasks.size(); rank++) {
      tasks.add(task(common, start.tasks.get(rank), rank));
    }
    AllocationRecord record = record(common, first, tasks);
    record.write(folder);
    return record;
  }

  private AllocationRecord record(Common common, Launch first, List<AllocationRecord.Task> tasks)
      throws Refused, IOException {
    JobSpec spec = common.spec;
    int signal = 0;
    if (first.warning().isPresent()) {
      String name = first.warning().get().signal();
      signal =
          Signals.number(name)
              .orElseThrow(() -> Refused.forGood("there is no signal '" + name + "'"));
    }
    return new AllocationRecord(
        AllocationRecord.VERSION,
        spec.id().value(),
        spec.name(),
        common.start.id.value(),
        common.start.incarnation,
        common.identity.tenant(),
        spec.disruption().stop().name(),
        spec.disruption().grace().toMillis(),
        spec.timeLimit().map(java.time.Duration::toMillis).orElse(0L),
        signal,
        first.warning().map(w -> w.before().toMillis()).orElse(0L),
        first.warning().map(Launch.Warning::shellOnly).orElse(false),
        common.checkpoints.toString(),
        first.checkpoints().map(Launch.Checkpoints::framework).orElse("auto"),
        bootId(),
        sharedDevices(common.start.tasks),
        common.start.variants,
        tasks);
  }

  /** Identity of this boot of the machine: process numbers mean nothing in another. */
  public static String bootId() throws IOException {
    return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
  }

  /** Mask of the devices of which these tasks hold fractions. */
  public static long sharedDevices(List<TaskPlacement> tasks) {
    long mask = 0;
    for (TaskPlacement task : tasks) {
      if (task.devices() instanceof DeviceBooking.Fraction f) {
        mask |= f.mask();
      }
    }
    return mask;
  }

  // ------------------------------------------------------------------ folders

  /** A folder of ours through which other users may pass where tenants are users. */
  private Path passable(Path folder) throws IOException {
    Files.createDirectories(folder);
    boolean pass = tenants.mode() == IsolationReport.Mode.PER_TENANT;
    Files.setPosixFilePermissions(
        folder, PosixFilePermissions.fromString(pass ? "rwx--x--x" : "rwx------"));
    return folder;
  }

  private Path workingDirectory(JobSpec spec, Launch launch, Identity identity)
      throws Refused, IOException {
    if (launch.workingDirectory().isEmpty()) {
      Path own = places.work(spec.id());
      identity.ownFolder(own);
      return own;
    }
    Path given = Path.of(launch.workingDirectory().get()).normalize();
    if (!given.isAbsolute()) {
      throw Refused.forGood("the working directory '" + given + "' is not absolute");
    }
    if (!Files.isDirectory(given)) {
      if (!given.startsWith(places.job(spec.id()))) {
        throw new Refused("the working directory " + given + " is not there");
      }
      identity.ownFolder(given);
    }
    return given;
  }

  private Path checkpoints(JobSpec spec, Launch launch, Identity identity)
      throws Refused, IOException {
    if (launch.checkpoints().isEmpty()) {
      Path own = places.checkpoints(spec.id());
      identity.ownFolder(own);
      return own;
    }
    return workingDirectory(spec, launch, identity)
        .resolve(launch.checkpoints().get().directory())
        .normalize();
  }

  // ------------------------------------------------------------------ one task

  private AllocationRecord.Task task(Common common, TaskPlacement task, int rank)
      throws Refused, IOException {
    Role role = common.spec.roles().get(task.role());
    Launch launch = common.launch(task);
    String name = folderName(role.name(), task.task());
    TaskFolder folder = new TaskFolder(passable(common.folder.resolve(name)));
    common.identity.ownFolder(folder.run());
    boolean starts = !launch.firstTaskOnly() || rank == 0;
    Path work = workingDirectory(common.spec, launch, common.identity);
    Map<String, String> environment = environment(common, task, rank, role, launch, folder);
    environment.putAll(
        Secrets.place(
            launch.secrets(),
            places.secrets(common.identity.tenant()),
            folder.path().resolve("secrets"),
            common.identity));
    List<String> command = command(launch, folder, common.identity);
    String container = "";
    List<String> user = common.identity.command();
    if (!launch.image().isEmpty()) {
      container =
          "weir-%s-%s-%d-%s".formatted(world, common.start.id, common.start.incarnation, name);
      command = inContainer(common, launch, container, environment, work, folder, command);
      user = List.of(); // the runtime changes the user
    }
    Optional<Path> group =
        cgroups.make(
            cgroupName(common.start.id, common.start.incarnation, name),
            common.request(task).cpu().milli(),
            common.request(task).memory().value());
    writeLaunch(folder, environment, work, command, common.identity);
    writeStart(folder, group, user);
    for (Path log : List.of(folder.stdout(), folder.stderr())) {
      ownFile(log, "", "rw-------", common.identity);
    }
    return new AllocationRecord.Task(name, task.role(), task.task(), starts, container);
  }

  /** Names of roles are people's; names of folders hold nothing but letters, digits and dashes. */
  static String folderName(String role, int task) {
    String plain = role.replaceAll("[^A-Za-z0-9_-]", "_");
    return (plain.isEmpty() ? "task" : plain) + "." + task;
  }

  /** Name of a task's control group. */
  public static String cgroupName(AllocationId id, int incarnation, String task) {
    return "%d-%d-%s".formatted(id.value(), incarnation, task);
  }

  private static List<String> command(Launch launch, TaskFolder folder, Identity identity)
      throws Refused, IOException {
    List<String> words = new ArrayList<>();
    if (launch.script().isPresent()) {
      String text = launch.script().get();
      Path script = folder.path().resolve("script");
      ownFile(script, text, "r-x------", identity);
      if (!text.startsWith("#!")) {
        words.add("/bin/sh");
      }
      words.add(script.toString());
    }
    words.addAll(launch.command());
    if (words.isEmpty() && launch.image().isEmpty()) {
      throw Refused.forGood("the job has neither a command nor a script");
    }
    return words;
  }

  private static void ownFile(Path file, String text, String mode, Identity identity)
      throws IOException {
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(file, text);
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    identity.give(file);
  }

  private List<String> inContainer(
      Common common,
      Launch launch,
      String name,
      Map<String, String> environment,
      Path work,
      TaskFolder folder,
      List<String> command)
      throws Refused, IOException {
    String runtime = Containers.runtime(launch.image());
    Path file = folder.path().resolve("container.env");
    StringBuilder lines = new StringBuilder();
    for (var variable : environment.entrySet()) {
      if (variable.getValue().contains("\n")) {
        throw Refused.forGood(
            "variable %s has several lines, which a container cannot be told"
                .formatted(variable.getKey()));
      }
      if (!variable.getKey().equals("PATH") && !variable.getKey().equals("HOME")) {
        lines.append(variable.getKey()).append('=').append(variable.getValue()).append('\n');
      }
    }
    ownFile(file, lines.toString(), "rw-------", common.identity);
    List<String> words =
        Containers.command(
            runtime,
            name,
            launch.image(),
            file,
            work,
            List.of(work, common.checkpoints, folder.path()),
            common.identity);
    words.addAll(command);
    return words;
  }

  private Mark mark(Common common, TaskFolder folder) {
    return new Mark(
        world,
        common.spec.id(),
        common.start.id,
        common.start.incarnation,
        folder.path().getFileName().toString());
  }

  // ------------------------------------------------------------------ environment

  /** Later ones win: ours where a job must not choose, the job's own where it may. */
  private Map<String, String> environment(
      Common common, TaskPlacement task, int rank, Role role, Launch launch, TaskFolder folder)
      throws Refused {
    Map<String, String> all = new TreeMap<>();
    all.put("PATH", surroundings.path());
    all.put("HOME", common.identity.home().toString());
    all.put("LANG", "C.UTF-8");
    all.put("TMPDIR", "/tmp");
    String user =
        common.identity.uid().isPresent()
            ? common.identity.tenant()
            : System.getProperty("user.name");
    all.put("USER", user);
    all.put("LOGNAME", user);
    int roleSize = (int) common.start.tasks.stream().filter(t -> t.role() == task.role()).count();
    int index =
        (int) common.start.tasks.stream().limit(rank).filter(t -> t.role() == task.role()).count();
    if (!launch.firstTaskOnly()) {
      all.putAll(common.meet.of(rank, index, roleSize, role.name()));
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
    all.putAll(protocol(common, task, role, folder));
    return all;
  }

  private Map<String, String> protocol(
      Common common, TaskPlacement task, Role role, TaskFolder folder) {
    Map<String, String> own = new TreeMap<>();
    own.put(Mark.VARIABLE, mark(common, folder).toString());
    own.put("WEIR_JOB_ID", common.spec.id().toString());
    own.put("WEIR_JOB_NAME", common.spec.name());
    own.put("WEIR_ALLOCATION_ID", common.start.id.toString());
    own.put("WEIR_INCARNATION", Integer.toString(common.start.incarnation));
    own.put("WEIR_RUN_DIR", folder.run().toString());
    own.put("WEIR_CHECKPOINT_DIR", common.checkpoints.toString());
    own.put("WEIR_RESTART_COUNT", Integer.toString(common.start.incarnation - 1));
    own.put("WEIR_ROLE", role.name());
    own.put("WEIR_TASK", Integer.toString(task.task()));
    own.put("WEIR_TASK_COUNT", Integer.toString(common.start.tasks.size()));
    own.put("WEIR_TASKS_DIR", common.folder.toString());
    common.start.resume.ifPresent(
        point -> {
          own.put("WEIR_RESUME_FROM", point.path().toString());
          point.step().ifPresent(step -> own.put("WEIR_RESUME_STEP", Long.toString(step)));
        });
    return own;
  }

  // ------------------------------------------------------------------ scripts

  private static void writeLaunch(
      TaskFolder folder,
      Map<String, String> environment,
      Path work,
      List<String> command,
      Identity identity)
      throws IOException {
    StringBuilder text = new StringBuilder("umask 022\n");
    environment.forEach(
        (name, value) ->
            text.append("export ")
                .append(name)
                .append('=')
                .append(ShellText.quote(value))
                .append('\n'));
    text.append("cd ").append(ShellText.quote(work.toString())).append(" || exit 126\n");
    text.append("exec ").append(ShellText.quote(command)).append('\n');
    ownFile(folder.launch(), text.toString(), "r--------", identity);
  }

  /** The task says who it is before it becomes its own user, in whose hands nothing of ours is. */
  private void writeStart(TaskFolder folder, Optional<Path> group, List<String> user)
      throws IOException {
    StringBuilder text =
        new StringBuilder(
            """
            read -r stat </proc/$$/stat
            stat=${stat##*) }
            set -- $stat
            echo "$$ ${20}" >task.pid
            """);
    group.ifPresent(
        g -> text.append("echo $$ >").append(ShellText.quote(g + "/cgroup.procs")).append('\n'));
    List<String> words = new ArrayList<>(List.of("exec"));
    if (resetSignals) {
      words.addAll(List.of("env", "--default-signal"));
    }
    user.forEach(w -> words.add(ShellText.quote(w)));
    words.add("/bin/sh");
    words.add(ShellText.quote(folder.launch().toString()));
    text.append(String.join(" ", words)).append('\n');
    Path file = folder.start();
    if (!Files.exists(file)) {
      Files.writeString(file, text);
    }
  }
}
