package dev.weir.driver.local.telemetry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * One start of this machine.
 *
 * @param id the kernel's name of it
 * @param started when it was
 */
public record Boot(String id, Instant started) {
  private static final String STARTED = "btime ";

  /** The present one. Source: proc(5). */
  public static Boot now() throws IOException {
    return read(Path.of("/proc"));
  }

  static Boot read(Path proc) throws IOException {
    String id = Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
    for (String line : Files.readAllLines(proc.resolve("stat"))) {
      if (line.startsWith(STARTED)) {
        return new Boot(
            id, Instant.ofEpochSecond(Long.parseLong(line.substring(STARTED.length()).strip())));
      }
    }
    throw new IOException(proc.resolve("stat") + " does not say when the machine was started");
  }
}
