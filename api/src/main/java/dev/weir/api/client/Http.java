package dev.weir.api.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.weir.api.Wire;
import dev.weir.api.wire.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Requests and answers, problems told apart from them. */
final class Http {
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private final URI server;
  private final String token;
  private final HttpClient client;

  Http(URI server, String token) {
    this.server = server;
    this.token = token;
    client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .build();
  }

  URI server() {
    return server;
  }

  <T> T get(String path, TypeReference<T> type) {
    return read(send(request(path, Map.of("Accept", "application/json")).GET().build()), type);
  }

  String text(String path, String accept) {
    return utf8(send(request(path, Map.of("Accept", accept)).GET().build()).body());
  }

  <T> T send(
      String method,
      String path,
      Map<String, String> headers,
      Optional<Body> body,
      TypeReference<T> type) {
    HttpRequest.Builder request = request(path, headers);
    request.setHeader("Accept", "application/json");
    body.ifPresent(b -> request.setHeader("Content-Type", b.type()));
    BodyPublisher publisher =
        body.map(b -> BodyPublishers.ofString(b.text())).orElse(BodyPublishers.noBody());
    return read(send(request.method(method, publisher).build()), type);
  }

  void delete(String path) {
    send(request(path, Map.of("Accept", "application/json")).DELETE().build());
  }

  /** An answer that goes on; the caller closes it. */
  InputStream stream(String path, Map<String, String> headers) {
    HttpRequest request = request(path, headers).GET().build();
    HttpResponse<InputStream> answer = exchange(request, BodyHandlers.ofInputStream());
    if (answer.statusCode() < 400) {
      return answer.body();
    }
    try (InputStream body = answer.body()) {
      throw refused(answer.statusCode(), body.readAllBytes());
    } catch (IOException e) {
      throw new ServerUnreachable(server, "the connection broke", e);
    }
  }

  static Body json(Object value) {
    try {
      return new Body("application/json", Wire.strict().writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("not a wire record: " + value.getClass(), e);
    }
  }

  /** What is sent. */
  record Body(String type, String text) {}

  private HttpRequest.Builder request(String path, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(Wire.ROOT + path))
            .setHeader("Authorization", "Bearer " + token);
    boolean endless = "text/event-stream".equals(headers.get("Accept"));
    if (!endless) {
      request.timeout(ANSWER);
    }
    headers.forEach(request::setHeader);
    return request;
  }

  private HttpResponse<byte[]> send(HttpRequest request) {
    HttpResponse<byte[]> answer = exchange(request, BodyHandlers.ofByteArray());
    if (answer.statusCode() >= 400) {
      throw refused(answer.statusCode(), answer.body());
    }
    return answer;
  }

  private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    try {
      return client.send(request, handler);
    } catch (ConnectException e) {
      throw new ServerUnreachable(server, "nobody listens there", e);
    } catch (IOException e) {
      throw new ServerUnreachable(server, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerUnreachable(server, "interrupted", e);
    }
  }

  private Refused refused(int status, byte[] body) {
    try {
      return new Refused(Wire.lenient().readValue(body, Problem.class));
    } catch (IOException e) {
      // Something between us and the server answered.
      Problem problem =
          new Problem(
              "about:blank",
              "HTTP " + status,
              status,
              Optional.of("HTTP " + status + " from " + server),
              Optional.empty(),
              List.of());
      Refused refused = new Refused(problem);
      refused.addSuppressed(e);
      return refused;
    }
  }

  private <T> T read(HttpResponse<byte[]> answer, TypeReference<T> type) {
    try {
      return Wire.lenient().readValue(answer.body(), type);
    } catch (IOException e) {
      throw new ServerUnreachable(server, "its answer cannot be read: " + e.getMessage(), e);
    }
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
