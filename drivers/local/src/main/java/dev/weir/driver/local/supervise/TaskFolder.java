package dev.weir.driver.local.supervise;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The folder of one task of one start, in which its supervisor keeps its records. */
public record TaskFolder(Path path) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public Path stdout() {
    return path.resolve("stdout.log");
  }

  public Path stderr() {
    return path.resolve("stderr.log");
  }

  /** What {@code start.sh} is: the supervisor's part of the start, as the server's user. */
  public Path start() {
    return path.resolve("start.sh");
  }

  /** The task's part of the start, as its own user. */
  public Path launch() {
    return path.resolve("launch.sh");
  }

  /** {@code WEIR_RUN_DIR}. */
  public Path run() {
    return path.resolve("run");
  }

  private Path claim() {
    return path.resolve("claim");
  }

  /** Whether a supervisor has begun, or is kept from it. */
  public boolean claimed() {
    return Files.isDirectory(claim());
  }

  /** Keeps any supervisor from beginning. False when one has begun. */
  public boolean withhold() throws IOException {
    try {
      Files.createDirectory(claim());
    } catch (FileAlreadyExistsException begun) {
      return withheld();
    }
    Files.createFile(claim().resolve("withheld"));
    return true;
  }

  /** Whether it was kept from beginning. */
  public boolean withheld() {
    return Files.exists(claim().resolve("withheld"));
  }

  /** The supervisor's process, once it has said so. */
  public Optional<ProcessKey> supervisor() {
    return ProcessKey.read(path.resolve("supervisor.pid"));
  }

  /** The task's first process, once it is there. */
  public Optional<ProcessKey> task() {
    return ProcessKey.read(path.resolve("task.pid"));
  }

  /** How the task ended, once the supervisor has written it. */
  public Optional<ExitRecord> exit() throws IOException {
    Path file = path.resolve("exit.json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      JsonNode json = JSON.readTree(Files.readString(file));
      return Optional.of(
          ExitRecord.ofStatus(json.path("status").asInt(), json.path("atEpochMs").asLong()));
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is damaged", e);
    }
  }
}
