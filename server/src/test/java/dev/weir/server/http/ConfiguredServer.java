package dev.weir.server.http;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A server with what is off or out of the way by default: a low limit of requests. */
public class ConfiguredServer implements QuarkusTestProfile {
  static final Path DATA = data();

  private static Path data() {
    try {
      return Files.createTempDirectory("weir-configured-server-test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "weir.data", DATA.toString(),
        "weir.port", "0",
        "weir.devices", "none",
        "weir.limits.requests-per-second", "4",
        "weir.limits.burst", "40");
  }
}
