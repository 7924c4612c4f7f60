package dev.weir.cli.client;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.command.ExitCode;
import dev.weir.cli.command.NoServer;
import dev.weir.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code weir support-bundle}: what helpers of other people need to see, without secrets. */
@Command(
    name = "support-bundle",
    description = {
      "Writes a ZIP file for a bug report: versions, status, nodes, queues, policy, newest jobs, the"
          + " end of the server's log and what weir doctor finds. Secrets are blacked out; job files,"
          + " environments and logs of jobs are not in it. Look at it before you send it."
    },
    mixinStandardHelpOptions = true)
final class SupportBundleCommand extends ClientCommand {
  private static final int LOG_BYTES = 2 << 20;

  @Parameters(arity = "0..1", paramLabel = "FILE", description = "Default: weir-support.zip.")
  private Path file = Path.of("weir-support.zip");

  SupportBundleCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public ExitCode run() throws IOException, InterruptedException {
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    Files.createFile(file, owner);
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(file, StandardOpenOption.WRITE))) {
      Redaction redaction = new Redaction(secret());
      add(zip, redaction, "versions.txt", this::versions);
      String findings =
          String.join(
              "\n",
              new Examination(server.folder())
                  .all().stream().map(f -> f.grade() + " " + f.what() + ": " + f.found()).toList());
      add(zip, redaction, "doctor.txt", () -> findings);
      add(zip, redaction, "server.log", this::log);
      answers(zip, redaction);
    }
    say("wrote " + file + ": look at it before you send it");
    return ExitCode.DONE;
  }

  private void answers(ZipOutputStream zip, Redaction redaction) throws IOException {
    Optional<WeirClient> client;
    try {
      client = Optional.of(client());
    } catch (NoServer absent) {
      add(zip, redaction, "no-server.txt", () -> String.valueOf(absent.getMessage()));
      return;
    }
    WeirClient asked = client.get();
    add(zip, redaction, "status.json", () -> Lines.json(asked.status()));
    add(zip, redaction, "nodes.json", () -> Lines.json(asked.nodes(Optional.empty()).items()));
    add(zip, redaction, "devices.json", () -> Lines.json(asked.devices(Optional.empty()).items()));
    add(zip, redaction, "queues.yaml", asked::queuesFile);
    add(zip, redaction, "policy.yaml", asked::policyFile);
    add(zip, redaction, "reservations.json", () -> Lines.json(asked.reservations()));
    add(zip, redaction, "jobs.json", () -> Lines.json(jobs(asked)));
    add(zip, redaction, "waiting.txt", () -> waiting(asked));
  }

  private static List<JobSummary> jobs(WeirClient client) {
    return client.jobs(JobQuery.ALL).items();
  }

  private static String waiting(WeirClient client) {
    var lines = new StringBuilder();
    for (JobSummary job : jobs(client)) {
      if (job.state().waiting()) {
        lines.append(job.id()).append(": ").append(client.why(job.id()).sentence()).append('\n');
      }
    }
    return lines.toString();
  }

  /** A part that cannot be had leaves its reason in its place. */
  private static void add(
      ZipOutputStream zip, Redaction redaction, String name, Supplier<String> content)
      throws IOException {
    String text;
    try {
      text = content.get();
    } catch (RuntimeException failed) {
      text = "could not be had: " + failed;
    }
    zip.putNextEntry(new ZipEntry(name));
    zip.write(redaction.of(text).getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }

  private String versions() {
    return """
        weir %s
        java %s, %s
        system %s %s, %d processors, %d MiB heap
        """
        .formatted(
            Optional.ofNullable(getClass().getPackage().getImplementationVersion())
                .orElse("of a checkout"),
            Runtime.version(),
            System.getProperty("java.vm.name"),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            Runtime.getRuntime().availableProcessors(),
            Runtime.getRuntime().maxMemory() >> 20);
  }

  private String log() {
    Path log = new LocalServer(server.folder()).log();
    if (!Files.exists(log)) {
      return "there is no " + log;
    }
    try (var channel = Files.newByteChannel(log, EnumSet.of(StandardOpenOption.READ))) {
      long from = Math.max(0, channel.size() - LOG_BYTES);
      channel.position(from);
      var bytes = ByteBuffer.allocate((int) (channel.size() - from));
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {}
      return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      return log + " cannot be read: " + failed;
    }
  }

  private Optional<String> secret() throws IOException {
    Path token = server.folder().resolve("token");
    return Files.isReadable(token)
        ? Optional.of(Files.readString(token).strip())
        : Optional.empty();
  }
}
