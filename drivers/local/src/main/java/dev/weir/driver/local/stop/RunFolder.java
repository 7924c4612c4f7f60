package dev.weir.driver.local.stop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;

/** {@code WEIR_RUN_DIR} of one task: the files through which it is asked and answers. */
public record RunFolder(Path path) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> SIGNS =
      List.of("handles-usr2", "progress.json", "checkpoint-done.json");

  /** Asks for a checkpoint. */
  public void request(Instant deadline) throws IOException {
    Path temporary = path.resolve(".checkpoint-request.json.tmp");
    Files.deleteIfExists(temporary);
    Files.writeString(
        temporary,
        JSON.createObjectNode()
            .put("version", 1)
            .put("deadlineEpochMs", deadline.toEpochMilli())
            .put("minStep", 0)
            .toString(),
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.WRITE);
    Files.move(
        temporary,
        path.resolve("checkpoint-request.json"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Whether the task has written anything of the protocol. */
  public boolean listens() {
    return SIGNS.stream().anyMatch(name -> isFile(path.resolve(name)));
  }

  private static boolean isFile(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether SIGUSR2 will not end it. */
  public boolean handlesUsr2() {
    return isFile(path.resolve("handles-usr2"));
  }

  /** Whether it says that its last step is done. */
  public boolean done() throws IOException {
    Path file = path.resolve("progress.json");
    if (!isFile(file) || Files.size(file) > 65_536) {
      return false;
    }
    try {
      JsonNode json = JSON.readTree(Files.readString(file));
      return json.path("of").isIntegralNumber()
          && json.path("step").isIntegralNumber()
          && json.path("step").asLong() >= json.path("of").asLong();
    } catch (JsonProcessingException garbled) {
      return false;
    }
  }
}
