package dev.weir.driver.local.launch;

import dev.weir.checkpoint.commit.Manifest;
import dev.weir.driver.local.isolation.Identity;
import dev.weir.driver.local.isolation.IsolationReport;
import dev.weir.driver.local.isolation.Refused;
import dev.weir.driver.local.isolation.Tenants;
import dev.weir.driver.local.supervise.Cgroups;
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

/** Writes all files of one start. Nothing runs before the last of them is on the disk. */
public final class Preparation {
  private final Places places;
  private final Tenants tenants;
  private final Cgroups cgroups;
  private final String world;
  private final boolean resetSignals;
  private final TaskEnvironment environments;

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
      Optional<Manifest> resume) {
    public Start {
      variants = List.copyOf(variants);
      tasks = List.copyOf(tasks);
    }
  }

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
    this.places = places;
    this.tenants = tenants;
    this.cgroups = cgroups;
    this.world = world;
    this.resetSignals = resetSignals;
    this.environments = new TaskEnvironment(surroundings, places, world);
  }

  /** Who a job belongs to: its user, else the root of its queue. */
  public static String tenant(JobSpec spec) {
    String queue = spec.queue().value();
    int slash = queue.indexOf('/');
    return spec.user().isBlank() ? (slash < 0 ? queue : queue.substring(0, slash)) : spec.user();
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
    if (start.resume().filter(Manifest::kept).isPresent()) {
      passable(places.commits(spec.id()));
      identity.letRead(start.resume().get().root());
    }
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
    JobSpec spec = common.spec();
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
        common.start().id().value(),
        common.start().incarnation(),
        common.identity().tenant(),
        spec.disruption().stop().name(),
        spec.disruption().grace().toMillis(),
        spec.timeLimit().map(java.time.Duration::toMillis).orElse(0L),
        signal,
        first.warning().map(w -> w.before().toMillis()).orElse(0L),
        first.warning().map(Launch.Warning::shellOnly).orElse(false),
        common.checkpoints().toString(),
        first.checkpoints().map(Launch.Checkpoints::framework).orElse("auto"),
        bootId(),
        sharedDevices(common.start().tasks()),
        common.start().variants(),
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
    Role role = common.spec().roles().get(task.role());
    Launch launch = common.launch(task);
    String name = folderName(role.name(), task.task());
    TaskFolder folder = new TaskFolder(passable(common.folder().resolve(name)));
    common.identity().ownFolder(folder.run());
    Path work = workingDirectory(common.spec(), launch, common.identity());
    Map<String, String> environment = environments.of(common, task, rank, folder);
    environment.putAll(
        Secrets.place(
            launch.secrets(),
            places.secrets(common.identity().tenant()),
            folder.path().resolve("secrets"),
            common.identity()));
    TaskFiles files = new TaskFiles(folder, common.identity());
    List<String> command = files.command(launch, places.standIns());
    List<String> user = common.identity().command();
    String container = "";
    if (!launch.image().isEmpty()) {
      container =
          "weir-%s-%s-%d-%s"
              .formatted(world, common.start().id(), common.start().incarnation(), name);
      List<Path> shared = List.of(work, common.checkpoints(), folder.path());
      command = files.inContainer(container, launch.image(), environment, work, shared, command);
      user = List.of(); // the runtime changes the user
    }
    TaskRequest request = common.request(task);
    Optional<Path> group =
        cgroups.make(
            cgroupName(common.start().id(), common.start().incarnation(), name),
            request.cpu().milli(),
            request.memory().value());
    files.write(environment, work, command, group, user, resetSignals);
    boolean starts = !launch.firstTaskOnly() || rank == 0;
    return new AllocationRecord.Task(name, task.role(), task.task(), starts, container);
  }

  /** Names of roles are people's; names of folders hold nothing but letters, digits and dashes. */
  public static String folderName(String role, int task) {
    String plain = role.replaceAll("[^A-Za-z0-9_-]", "_");
    return (plain.isEmpty() ? "task" : plain) + "." + task;
  }

  /** Name of a task's control group. */
  public static String cgroupName(AllocationId id, int incarnation, String task) {
    return "%d-%d-%s".formatted(id.value(), incarnation, task);
  }
}
