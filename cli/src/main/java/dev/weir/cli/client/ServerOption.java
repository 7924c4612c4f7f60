package dev.weir.cli.client;

import dev.weir.api.client.ServerFile;
import dev.weir.api.client.WeirClient;
import dev.weir.cli.command.NoServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Which server a command talks to, or which data folder it looks into. */
public final class ServerOption {
  private static final String DATA = "WEIR_DATA";
  private static final String SERVER = "WEIR_SERVER";
  private static final String TOKEN = "WEIR_TOKEN";

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data folder of the server; $WEIR_DATA or ~/.weir when left out.")
  private Optional<Path> data = Optional.empty();

  @Option(
      names = "--server",
      paramLabel = "URL",
      description =
          "A server elsewhere, in place of --data; its token is taken from $WEIR_TOKEN."
              + " $WEIR_SERVER when left out.")
  private Optional<URI> server = Optional.empty();

  /** The data folder of a server on this machine. */
  public Path folder() {
    Path chosen =
        data.or(() -> variable(DATA).map(Path::of))
            .orElseGet(() -> Path.of(System.getProperty("user.home"), ".weir"));
    return chosen.toAbsolutePath().normalize();
  }

  /**
   * A client of the server.
   *
   * @throws NoServer none runs, or nobody said with which token
   */
  WeirClient client() {
    Optional<URI> elsewhere =
        server.or(() -> data.isPresent() ? Optional.empty() : variable(SERVER).map(URI::create));
    if (elsewhere.isPresent()) {
      return new WeirClient(
          elsewhere.get(),
          variable(TOKEN)
              .orElseThrow(
                  () -> new NoServer("no token for " + elsewhere.get() + ": set $WEIR_TOKEN")));
    }
    return local().orElseThrow(() -> new NoServer(missing()));
  }

  private Optional<WeirClient> local() {
    try {
      return WeirClient.of(folder());
    } catch (IOException unreadable) {
      throw new NoServer(
          "the server of " + folder() + " cannot be asked: " + unreadable.getMessage(), unreadable);
    }
  }

  private String missing() {
    Path folder = folder();
    String left =
        Files.exists(ServerFile.in(folder)) ? " (one that ended without a word left its file)" : "";
    String option = folder.equals(new ServerOption().folder()) ? "" : " --data " + folder;
    return "no server runs for " + folder + left + ": start it with  weir up" + option;
  }

  private static Optional<String> variable(String name) {
    return Optional.ofNullable(System.getenv(name)).filter(value -> !value.isBlank());
  }
}
