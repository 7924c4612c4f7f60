package dev.weir.cli.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.api.Wire;
import dev.weir.api.client.Refused;
import dev.weir.api.client.ServerFile;
import dev.weir.api.client.ServerUnreachable;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The server of a data folder on this machine. */
record LocalServer(Path data) {
  private static final int LINES = 25;

  /** Where a server in the background writes what it has to say. */
  Path log() {
    return data.resolve("server.log");
  }

  /** The server that runs, whether it answers or not. */
  Optional<ServerFile> running() throws IOException {
    return ServerFile.read(data);
  }

  /** The process of a file that a server left when it died, if there is such a file. */
  Optional<Long> dead() throws IOException {
    Path file = ServerFile.in(data);
    if (!Files.exists(file) || running().isPresent()) {
      return Optional.empty();
    }
    try {
      JsonNode left = Wire.lenient().readTree(Files.readString(file));
      return Optional.of(left.path("pid").asLong());
    } catch (JsonProcessingException damaged) {
      return Optional.of(0L); // written half; nobody runs in any case
    }
  }

  /** What it answers; empty while it does not. */
  Optional<Status> answer() throws IOException {
    try {
      Optional<WeirClient> client = WeirClient.of(data);
      return client.isEmpty() ? Optional.empty() : Optional.of(client.get().status());
    } catch (ServerUnreachable | Refused notYet) {
      return Optional.empty(); // asked again by whoever waits
    }
  }

  /** The end of the log from a byte on. */
  List<String> logEnd(long from) throws IOException {
    if (!Files.exists(log())) {
      return List.of();
    }
    try (var in = Files.newInputStream(log())) {
      in.skipNBytes(Math.min(from, Files.size(log())));
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      return lines.subList(Math.max(0, lines.size() - LINES), lines.size());
    }
  }
}
