package dev.weir.server.http;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The one server of all tests: SQLite, real processes, four slots, small limits of size. */
public class OneServer implements QuarkusTestProfile {
  static final Path DATA = data();

  private static Path data() {
    try {
      return Files.createTempDirectory("weir-server-test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "weir.data", DATA.toString(),
        "weir.port", "0",
        "weir.devices", "cpu:4",
        "weir.isolation", "none",
        "weir.limits.body-bytes", "20000",
        "quarkus.log.file.enable", "true",
        "quarkus.log.file.path", DATA.resolve("server.log").toString());
  }
}
