package dev.weir.api.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;

/**
 * What a server leaves in its data folder, as {@code server.json}, while it listens.
 *
 * @param pid of the server's process
 * @param startTime of that process, so that a pid given away again is recognised
 * @param url where it listens
 * @param tokenFile the file that holds a token with all rights
 */
public record ServerFile(long pid, Instant startTime, URI url, String tokenFile) {
  private static final String NAME = "server.json";

  /** Where it lies. */
  public static Path in(Path data) {
    return data.resolve(NAME);
  }

  /**
   * The file of a data folder; empty when no server listens there, or its process is gone.
   *
   * @throws IOException it is there and cannot be read
   */
  public static Optional<ServerFile> read(Path data) throws IOException {
    try {
      ServerFile file = Wire.lenient().readValue(Files.readString(in(data)), ServerFile.class);
      return file.alive() ? Optional.of(file) : Optional.empty();
    } catch (NoSuchFileException _) {
      return Optional.empty();
    } catch (JsonProcessingException e) {
      throw new IOException(in(data) + " cannot be read: " + e.getOriginalMessage(), e);
    }
  }

  /** Writes it whole or not at all. */
  public void write(Path data) throws IOException {
    Path fresh = data.resolve(NAME + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, Wire.strict().writeValueAsString(this));
    Files.move(
        fresh, in(data), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Whether the process that wrote it still runs. */
  public boolean alive() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(p -> p.info().startInstant())
        .filter(started -> Math.abs(started.toEpochMilli() - startTime.toEpochMilli()) < 2_000)
        .isPresent();
  }

  /**
   * The token of the token file.
   *
   * @throws IOException it cannot be read
   */
  public String token() throws IOException {
    return Files.readString(Path.of(tokenFile)).strip();
  }
}
