package dev.weir.cli.drill;

import dev.weir.cli.command.CommandFailed;
import dev.weir.store.StoreConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL of a drill's own, on a free port of loopback, from the programs that are installed.
 * PostgreSQL refuses root, so that a drill of root runs it as the user {@code postgres}.
 */
final class TemporaryPostgres implements AutoCloseable {
  private static final Path PACKAGED = Path.of("/usr/lib/postgresql");
  private static final String USER = "postgres";

  private final Path programs;
  private final Path folder;
  private final int port;

  private TemporaryPostgres(Path programs, Path folder, int port) {
    this.programs = programs;
    this.folder = folder;
    this.port = port;
  }

  /**
   * @throws CommandFailed PostgreSQL is not installed, or does not start
   */
  static TemporaryPostgres start() throws IOException, InterruptedException {
    Path programs = programs();
    Path folder = Files.createTempDirectory("weir-drill-postgres-");
    if (root()) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(USER));
    }
    TemporaryPostgres server = new TemporaryPostgres(programs, folder, freePort());
    server.run("initdb", "-D", server.data(), "-U", USER, "--auth=trust", "-E", "UTF8");
    server.run(
        "pg_ctl",
        "-D",
        server.data(),
        "-w",
        "-t",
        "120",
        "-l",
        folder.resolve("log").toString(),
        "-o",
        "-h 127.0.0.1 -p %d -k %s -c max_connections=100".formatted(server.port, folder),
        "start");
    return server;
  }

  private static Path programs() throws IOException {
    List<Path> places =
        new ArrayList<>(
            Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .filter(part -> !part.isEmpty())
                .map(Path::of)
                .toList());
    if (Files.isDirectory(PACKAGED)) {
      try (Stream<Path> versions = Files.list(PACKAGED)) {
        versions
            .sorted(java.util.Comparator.reverseOrder())
            .forEach(version -> places.add(version.resolve("bin")));
      }
    }
    for (Path place : places) {
      if (Files.isExecutable(place.resolve("initdb"))
          && Files.isExecutable(place.resolve("pg_ctl"))) {
        return place;
      }
    }
    throw new CommandFailed(
        "no PostgreSQL is installed (looked for initdb and pg_ctl on PATH and in %s): install the"
                .formatted(PACKAGED)
            + " package postgresql, or name a database with --set weir.store.url=jdbc:postgresql://...");
  }

  private static boolean root() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  int port() {
    return port;
  }

  /** The database as this process reaches it. */
  StoreConfig.Postgres store() {
    return new StoreConfig.Postgres(
        "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port), USER, "");
  }

  /** Settings of a server that uses it through a port. */
  static List<String> settings(int port) {
    return List.of(
        "weir.store.url=jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port),
        "weir.store.user=" + USER);
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    if (root()) {
      words.addAll(List.of("runuser", "-u", USER, "--"));
    }
    words.add(programs.resolve(program).toString());
    words.addAll(List.of(arguments));
    Path said = Files.createTempFile("weir-drill-", ".log");
    try {
      Process process =
          new ProcessBuilder(words)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      if (!process.waitFor(3, TimeUnit.MINUTES) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new CommandFailed("%s failed: %s".formatted(program, Files.readString(said).strip()));
      }
    } finally {
      Files.delete(said);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("PostgreSQL in %s may run on".formatted(folder), e);
    }
    Folders.delete(folder);
  }
}
