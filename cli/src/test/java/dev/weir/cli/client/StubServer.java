package dev.weir.cli.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.weir.api.Wire;
import dev.weir.api.client.ServerFile;
import dev.weir.api.wire.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers as a server of Weir would, with what a test tells it to. */
final class StubServer implements AutoCloseable {
  private final HttpServer server;
  private final Map<String, Answer> answers = new LinkedHashMap<>();
  final List<Request> requests = new ArrayList<>();

  record Request(String method, String path, String token, Optional<String> key, String body) {}

  private record Answer(int status, String type, String body) {}

  /** Listens, and says so in the data folder as a server does. */
  StubServer(Path data) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
    Path token = data.resolve("token");
    Files.writeString(token, "the-secret\n");
    ProcessHandle own = ProcessHandle.current();
    new ServerFile(own.pid(), own.info().startInstant().orElseThrow(), url(), token.toString())
        .write(data);
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** The answer to a method and a path with its query, such as {@code GET /jobs/j1}. */
  StubServer on(String call, Object wire) throws IOException {
    answers.put(call, new Answer(200, "application/json", Wire.strict().writeValueAsString(wire)));
    return this;
  }

  StubServer text(String call, String type, String body) {
    answers.put(call, new Answer(200, type, body));
    return this;
  }

  StubServer refuse(String call, Problem problem) throws IOException {
    answers.put(
        call,
        new Answer(
            problem.status(), Problem.MEDIA_TYPE, Wire.strict().writeValueAsString(problem)));
    return this;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString().substring(Wire.ROOT.length());
    String call = exchange.getRequestMethod() + " " + path;
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    synchronized (requests) {
      requests.add(
          new Request(
              exchange.getRequestMethod(),
              path,
              exchange.getRequestHeaders().getFirst("Authorization"),
              Optional.ofNullable(exchange.getRequestHeaders().getFirst(Wire.IDEMPOTENCY_KEY)),
              body));
    }
    Answer answer = answers.get(call);
    if (answer == null) { // a query that the test does not care about
      answer = answers.get(call.replaceFirst("\\?.*", "?"));
    }
    if (answer == null) {
      answer = new Answer(404, "text/plain", "no answer for " + call);
    }
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
