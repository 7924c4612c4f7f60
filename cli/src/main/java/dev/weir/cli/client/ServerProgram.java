package dev.weir.cli.client;

import dev.weir.cli.command.CommandFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The server as a program: where it lies and how its process is started.
 *
 * @param jar of the server; its libraries lie beside it
 */
public record ServerProgram(Path jar) {
  /** Where the launcher has put it. */
  private static final String LAUNCHED = "weir.server";

  /** The checkout. */
  private static final String HOME = "weir.home";

  private static final String JAR = "quarkus-run.jar";

  /** Loaded and linked classes, beside the jar; without it the server starts slower. */
  private static final String CACHE = "server.aot";

  /** What a person may choose for a server. */
  public record Settings(
      Path data,
      Optional<Integer> port,
      Optional<String> devices,
      boolean isolation,
      List<String> properties) {}

  /**
   * The program of this installation.
   *
   * @throws CommandFailed it is not there
   */
  public static ServerProgram find() {
    List<Path> places = new ArrayList<>();
    property(LAUNCHED).map(Path::of).ifPresent(places::add);
    property(HOME)
        .map(home -> Path.of(home, "server", "target", "quarkus-app", JAR))
        .ifPresent(places::add);
    return places.stream()
        .filter(Files::isRegularFile)
        .findFirst()
        .map(ServerProgram::new)
        .orElseThrow(
            () ->
                new CommandFailed(
                    "the server's program is not there (looked at %s); ./weir up builds it"
                        .formatted(places)));
  }

  /** Starts it in a session of its own, so that closing the terminal does not end it. */
  Process background(Settings settings, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    onPath("setsid").map(Path::toString).ifPresent(command::add);
    command.addAll(command(settings));
    return builder(command, settings)
        .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .redirectErrorStream(true)
        .start();
  }

  /** Starts it as a child of this process, with the same terminal. */
  Process foreground(Settings settings) throws IOException {
    return builder(command(settings), settings).inheritIO().start();
  }

  private static ProcessBuilder builder(List<String> command, Settings settings) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(settings.data().toFile());
    Map<String, String> environment = builder.environment();
    environment.put("WEIR_DATA", settings.data().toString());
    // What belongs to the shell that happened to start it is not for the jobs of everybody.
    environment.keySet().removeIf(name -> name.startsWith("SLURM_") || name.equals("WEIR_TOKEN"));
    return builder;
  }

  /** The words of its command line; its folder is also named by {@code WEIR_DATA}. */
  public List<String> command(Settings settings) {
    return command(
        settings,
        Files.exists(cache())
            // Not a word when it does not fit this JVM: the server runs all the same.
            ? List.of("-XX:AOTCache=" + cache(), "-Xlog:aot=off,cds=off")
            : List.of());
  }

  /** As {@link #command}, and writes the cache when it ends. */
  List<String> training(Settings settings) {
    return command(settings, List.of("-XX:AOTCacheOutput=" + cache(), "-Xlog:aot=error,cds=error"));
  }

  private Path cache() {
    return jar.resolveSibling(CACHE);
  }

  private List<String> command(Settings settings, List<String> cache) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(cache);
    words.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:MaxRAMPercentage=40",
            "-XX:+ExitOnOutOfMemoryError",
            "-Dfile.encoding=UTF-8",
            "-Dweir.data=" + settings.data()));
    property(HOME).ifPresent(home -> words.add("-D" + HOME + "=" + home));
    settings.port().ifPresent(port -> words.add("-Dweir.port=" + port));
    settings.devices().ifPresent(devices -> words.add("-Dweir.devices=" + devices));
    if (!settings.isolation()) {
      words.add("-Dweir.isolation=none");
    }
    settings.properties().forEach(each -> words.add("-D" + each));
    Optional.ofNullable(System.getenv("WEIR_SERVER_JAVA_OPTS"))
        .filter(options -> !options.isBlank())
        .ifPresent(options -> words.addAll(List.of(options.strip().split("\\s+"))));
    words.add("-jar");
    words.add(jar.toString());
    return words;
  }

  private static Optional<String> property(String name) {
    return Optional.ofNullable(System.getProperty(name)).filter(value -> !value.isBlank());
  }

  /** A program of the search path. */
  static Optional<Path> onPath(String program) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    for (String folder : path.split(":")) {
      Path file = Path.of(folder.isEmpty() ? "." : folder, program);
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }
}
