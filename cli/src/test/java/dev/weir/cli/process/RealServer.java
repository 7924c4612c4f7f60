package dev.weir.cli.process;

import dev.weir.api.client.ServerFile;
import dev.weir.api.client.WeirClient;
import dev.weir.cli.client.ServerProgram;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/** The server as a process, over a folder of a test; ends with the test. */
final class RealServer implements AutoCloseable {
  private static final String PROGRAM = "weir.server";

  private final Path data;
  private final Process process;

  private RealServer(Path data, Process process) {
    this.data = data;
    this.process = process;
  }

  /** Starts it and waits until it listens. */
  static RealServer start(Path data, String devices, String... settings) throws Exception {
    RealServer server = launch(data, devices, settings);
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
    while (ServerFile.read(data).filter(f -> f.pid() == server.process.pid()).isEmpty()) {
      if (!server.process.isAlive() || System.nanoTime() > until) {
        server.close();
        throw new IOException("the server did not come up: " + server.log());
      }
      Thread.sleep(25);
    }
    return server;
  }

  /** Starts it and waits for nothing. Skips the test where the server is not built. */
  static RealServer launch(Path data, String devices, String... settings) throws IOException {
    Path built =
        Path.of("").toAbsolutePath().resolveSibling("server/target/quarkus-app/quarkus-run.jar");
    String program = System.getProperty(PROGRAM, built.toString());
    Assumptions.assumeTrue(
        Files.exists(Path.of(program)), program + " is not built (mvn -pl server -am package)");
    System.setProperty(PROGRAM, program);
    Files.createDirectories(data);
    List<String> command =
        ServerProgram.find()
            .command(
                new ServerProgram.Settings(
                    data, Optional.of(0), Optional.of(devices), false, List.of(settings)));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(data.resolve("server.log").toFile())
            .start();
    process.getOutputStream().close();
    return new RealServer(data, process);
  }

  /**
   * A folder with a {@code weir} of its own, which runs the command line of this test's classes.
   */
  static Path home(Path folder) throws IOException {
    Path program = Files.createDirectories(folder).resolve("weir");
    Files.writeString(
        program,
        "#!/bin/sh\nexec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' %s \"$@\"\n"
            .formatted(
                System.getProperty("java.home"),
                System.getProperty("java.class.path"),
                "dev.weir.cli.Main"));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  /** Its exit code, once it has ended by itself. */
  int exitCode() throws InterruptedException, IOException {
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new IOException("the server does not end: " + log());
    }
    return process.exitValue();
  }

  URI url() throws IOException {
    return ServerFile.read(data).orElseThrow().url();
  }

  String token() throws IOException {
    return Files.readString(data.resolve("token")).strip();
  }

  WeirClient client() throws IOException {
    return new WeirClient(url(), token());
  }

  String log() throws IOException {
    return Files.readString(data.resolve("server.log"));
  }

  @Override
  public void close() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
