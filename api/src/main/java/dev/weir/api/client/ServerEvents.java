package dev.weir.api.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a stream of server-sent events. */
final class ServerEvents implements AutoCloseable {
  private final BufferedReader lines;

  ServerEvents(InputStream in) {
    lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /**
   * The data of the next event.
   *
   * @return null at the end of the stream
   */
  @Nullable String next() {
    try {
      StringBuilder data = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.isEmpty() && !data.isEmpty()) {
          return data.toString();
        }
        if (line.startsWith("data:")) {
          data.append(data.isEmpty() ? "" : "\n").append(line.substring("data:".length()).strip());
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
