package dev.weir.server.http;

import io.quarkus.arc.properties.UnlessBuildProperty;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Serves the description of the API as it was published with this version. */
@ApplicationScoped
@UnlessBuildProperty(name = "quarkus.smallrye-openapi.enabled", stringValue = "true")
class Description {
  private static final String FILE = "/openapi.yaml";

  void serve(@Observes Router router) {
    Buffer text = text();
    router
        .route("/openapi")
        .order(Integer.MIN_VALUE + 1) // after the guards
        .method(HttpMethod.GET)
        .method(HttpMethod.HEAD)
        .handler(
            request ->
                request
                    .response()
                    .putHeader("Content-Type", "application/yaml;charset=UTF-8")
                    .end(text));
  }

  private static Buffer text() {
    try (InputStream in = Description.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the class path has no " + FILE);
      }
      return Buffer.buffer(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
