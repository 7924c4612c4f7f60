package dev.weir.cli.client;

import dev.weir.api.client.ServerFile;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Looks at the machine, changes nothing, and leaves nothing behind. */
final class Examination {
  private static final long ENOUGH_BYTES = 5L << 30;
  private static final double SLOW_FSYNC_MILLIS = 10;
  private static final int ENOUGH_FILES = 4096;
  private static final Set<String> FAR = Set.of("nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p");

  private final Path data;
  private final List<Finding> findings = new ArrayList<>();

  Examination(Path data) {
    this.data = data;
  }

  List<Finding> all() throws InterruptedException {
    java();
    disk();
    programs();
    files();
    loopback();
    server();
    cgroup();
    tenants();
    devices();
    containers();
    python();
    return List.copyOf(findings);
  }

  private void java() {
    int feature = Runtime.version().feature();
    String found = "Java " + Runtime.version() + " in " + System.getProperty("java.home");
    add(
        feature >= 25
            ? Finding.good("java", found)
            : new Finding("java", Finding.Grade.MISSING, found, "install a JDK 25"));
  }

  private void disk() {
    Path place = data;
    while (!Files.isDirectory(place) && place.getParent() != null) {
      place = place.getParent();
    }
    if (!Files.isWritable(place)) {
      add(
          new Finding(
              "data folder",
              Finding.Grade.MISSING,
              data + " cannot be written",
              "choose another one with --data, or give yourself the right"));
      return;
    }
    try {
      FileStore store = Files.getFileStore(place);
      boolean far = FAR.contains(store.type().toLowerCase(Locale.ROOT));
      add(
          new Finding(
              "data folder",
              far ? Finding.Grade.POOR : Finding.Grade.GOOD,
              data + " on " + store.type(),
              far ? "a database does not lie safely on a file system of the network" : ""));
      long free = store.getUsableSpace();
      add(
          new Finding(
              "disk",
              free < ENOUGH_BYTES ? Finding.Grade.POOR : Finding.Grade.GOOD,
              Show.bytes(free) + " free",
              free < ENOUGH_BYTES ? "logs and checkpoints need more" : ""));
      fsync(place);
    } catch (IOException failed) {
      add(new Finding("disk", Finding.Grade.MISSING, String.valueOf(failed), "repair it"));
    }
  }

  /** The median time in which 4 KiB become durable, which bounds how fast jobs are taken. */
  private void fsync(Path folder) throws IOException {
    Path file = Files.createTempFile(folder, ".weir-doctor", "");
    double[] millis = new double[20];
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (int i = 0; i < millis.length; i++) {
        long start = System.nanoTime();
        channel.write(ByteBuffer.allocate(4096), i * 4096L);
        channel.force(false);
        millis[i] = (System.nanoTime() - start) / 1e6;
      }
    } finally {
      Files.deleteIfExists(file);
    }
    Arrays.sort(millis);
    double median = millis[millis.length / 2];
    add(
        new Finding(
            "fsync",
            median > SLOW_FSYNC_MILLIS ? Finding.Grade.POOR : Finding.Grade.GOOD,
            String.format(Locale.ROOT, "%.2f ms for 4 KiB (median of 20)", median),
            median > SLOW_FSYNC_MILLIS
                ? "each submission waits this long; a local SSD is faster"
                : ""));
  }

  private void programs() {
    for (String program : List.of("sh", "setsid", "awk", "tee", "mkfifo")) {
      if (ServerProgram.onPath(program).isEmpty()) {
        add(
            new Finding(
                program,
                Finding.Grade.MISSING,
                "not on the path",
                "tasks are started with it (packages util-linux, coreutils, gawk)"));
      }
    }
  }

  private void files() throws InterruptedException {
    Optional<String> limit = run("sh", "-c", "ulimit -n");
    boolean few =
        limit
            .map(text -> text.matches("[0-9]{1,9}") && Integer.parseInt(text) < ENOUGH_FILES)
            .orElse(false);
    limit.ifPresent(
        text ->
            add(
                new Finding(
                    "open files",
                    few ? Finding.Grade.POOR : Finding.Grade.GOOD,
                    text,
                    few ? "ulimit -n 65536 before weir up" : "")));
  }

  private void loopback() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      add(Finding.good("loopback", "listens, for example on port " + socket.getLocalPort()));
    } catch (IOException failed) {
      add(
          new Finding(
              "loopback", Finding.Grade.MISSING, String.valueOf(failed.getMessage()), "allow it"));
    }
  }

  private void server() {
    try {
      LocalServer local = new LocalServer(data);
      Optional<ServerFile> running = local.running();
      if (running.isPresent()) {
        boolean answers = local.answer().isPresent();
        add(
            new Finding(
                "server",
                answers ? Finding.Grade.GOOD : Finding.Grade.POOR,
                "pid %d, %s%s"
                    .formatted(
                        running.get().pid(), running.get().url(), answers ? "" : ", no answer"),
                answers ? "" : "look into " + local.log()));
        return;
      }
      boolean dead = local.dead().isPresent();
      add(
          new Finding(
              "server",
              Finding.Grade.ABSENT,
              dead ? "the last one ended without a word" : "none runs",
              "weir up" + (dead ? "; why it ended may stand in " + local.log() : "")));
    } catch (IOException failed) {
      add(
          new Finding(
              "server",
              Finding.Grade.POOR,
              String.valueOf(failed.getMessage()),
              "look into " + data));
    }
  }

  private void cgroup() {
    Path controllers = Path.of("/sys/fs/cgroup/cgroup.controllers");
    if (!Files.exists(controllers)) {
      add(
          new Finding(
              "cgroup v2",
              Finding.Grade.ABSENT,
              "not mounted",
              "limits of CPU and memory are not enforced without it"));
      return;
    }
    try {
      String names = Files.readString(controllers, StandardCharsets.UTF_8).strip();
      boolean writable = Files.isWritable(Path.of("/sys/fs/cgroup/cgroup.procs"));
      add(
          new Finding(
              "cgroup v2",
              writable ? Finding.Grade.GOOD : Finding.Grade.ABSENT,
              "controllers " + names + (writable ? "" : ", not writable"),
              writable ? "" : "limits need root, or a delegated group (systemd: Delegate=yes)"));
    } catch (IOException failed) {
      add(new Finding("cgroup v2", Finding.Grade.POOR, String.valueOf(failed.getMessage()), ""));
    }
  }

  private void tenants() {
    boolean root = "root".equals(System.getProperty("user.name"));
    add(
        new Finding(
            "tenants",
            root ? Finding.Grade.GOOD : Finding.Grade.ABSENT,
            root ? "root: each tenant's tasks run as a user of their own" : "one user: one tenant",
            root
                ? ""
                : "several tenants need a server that root starts, or weir up --no-isolation"));
  }

  private void devices() throws InterruptedException {
    tool("nvidia-smi", "nvidia", List.of("nvidia-smi", "-L"), "the NVIDIA driver");
    tool("rocm-smi", "kfd", List.of("rocm-smi", "--showproductname"), "ROCm");
    tool("amd-smi", "kfd", List.of("amd-smi", "list"), "ROCm");
    tool("npu-smi", "davinci", List.of("npu-smi", "info", "-l"), "the Ascend driver");
    boolean any =
        findings.stream()
            .anyMatch(f -> f.what().endsWith("-smi") && f.grade() == Finding.Grade.GOOD);
    if (!any) {
      add(
          new Finding(
              "devices",
              Finding.Grade.ABSENT,
              "no accelerator found",
              "weir up --devices cpu:%d offers slots of CPU"
                  .formatted(Runtime.getRuntime().availableProcessors())));
    }
    if (ServerProgram.onPath("nvidia-cuda-mps-control").isPresent()) {
      add(Finding.good("mps", "fractions can be enforced"));
    }
  }

  private void tool(String tool, String devicePrefix, List<String> call, String comesWith)
      throws InterruptedException {
    boolean device = hasDevice(devicePrefix);
    if (ServerProgram.onPath(tool).isEmpty()) {
      boolean other = tool.equals("amd-smi") || ServerProgram.onPath("amd-smi").isPresent();
      if (device && !(devicePrefix.equals("kfd") && other)) {
        add(
            new Finding(
                tool,
                Finding.Grade.POOR,
                "there are devices /dev/" + devicePrefix + "*, but not the tool",
                "install " + comesWith));
      }
      return;
    }
    Optional<String> answer = run(call.toArray(String[]::new));
    add(
        answer
            .map(text -> Finding.good(tool, text.lines().count() + " lines: " + first(text)))
            .orElseGet(
                () ->
                    new Finding(
                        tool,
                        Finding.Grade.POOR,
                        "does not answer",
                        "repair " + comesWith + " (" + String.join(" ", call) + ")")));
  }

  private static boolean hasDevice(String prefix) {
    String[] names = Path.of("/dev").toFile().list((folder, name) -> name.startsWith(prefix));
    return names != null && names.length > 0;
  }

  private void containers() throws InterruptedException {
    for (String runtime : List.of("podman", "docker")) {
      if (ServerProgram.onPath(runtime).isPresent()) {
        Optional<String> version = run(runtime, "--version");
        add(Finding.good("containers", version.map(Examination::first).orElse(runtime)));
        return;
      }
    }
    add(
        new Finding(
            "containers",
            Finding.Grade.ABSENT,
            "neither podman nor docker",
            "jobs with an image: need one of them"));
  }

  private void python() throws InterruptedException {
    Optional<String> version = run("python3", "--version");
    if (version.isEmpty()) {
      add(
          new Finding(
              "python",
              Finding.Grade.ABSENT,
              "no python3",
              "most training jobs need it (apt install python3 python3-venv)"));
      return;
    }
    String torch =
        run(
                "python3",
                "-c",
                "import importlib.util as u; print('with' if u.find_spec('torch') else 'without')")
            .orElse("without");
    add(Finding.good("python", first(version.get()) + " " + torch + " torch"));
  }

  private void add(Finding finding) {
    findings.add(finding);
  }

  private static String first(String text) {
    return text.lines().findFirst().orElse("");
  }

  /** What a program prints; empty when it is not there, fails or hangs. */
  private static Optional<String> run(String... words) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(words)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.empty();
      }
      String out =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.exitValue() == 0 ? Optional.of(out) : Optional.empty();
    } catch (IOException absent) {
      return Optional.empty(); // the finding says that it is not there
    }
  }
}
