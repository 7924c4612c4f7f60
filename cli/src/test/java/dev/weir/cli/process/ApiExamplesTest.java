package dev.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.api.Wire;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The examples of the API's description: none is missing, each is as its schema says, and a real
 * server takes each of the requests and answers in the form that is described. {@code
 * -Dexamples.write=true} records them anew.
 */
class ApiExamplesTest {
  private static final Path CHECKOUT = Path.of("").toAbsolutePath().resolveSibling("");
  private static final Path RECORDED =
      CHECKOUT.resolve("server/src/main/resources/dev/weir/server/http/examples.json");
  private static final Set<String> METHODS = Set.of("get", "post", "put", "delete");
  private static final String JSON = "application/json";

  @TempDir Path folder;

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectNode recorded = JsonNodeFactory.instance.objectNode();

  private static JsonNode description() throws IOException {
    Object read =
        new Load(LoadSettings.builder().build())
            .loadFromString(Files.readString(CHECKOUT.resolve("docs/openapi.yaml")));
    return Wire.strict().valueToTree(read);
  }

  /** One operation of the description. */
  private record Described(String id, String method, String path, JsonNode says) {}

  private static List<Described> operations(JsonNode description) {
    List<Described> all = new ArrayList<>();
    for (var path : description.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        if (METHODS.contains(method.getKey())) {
          JsonNode says = method.getValue();
          String id = says.path("operationId").asText();
          all.add(new Described(id, method.getKey(), path.getKey(), says));
        }
      }
    }
    assertThat(all).hasSizeGreaterThan(50);
    return all;
  }

  // --- what is published ---

  @Test
  void eachBodyAndEachAnswerHasAnExampleThatIsAsItsSchemaSays() throws IOException {
    JsonNode description = description();
    Shape shape = new Shape(description);
    for (Described operation : operations(description)) {
      JsonNode says = operation.says;
      for (var type : says.at("/requestBody/content").properties()) {
        complete(shape, operation.id + " request " + type.getKey(), type.getValue());
      }
      for (var answer : says.path("responses").properties()) {
        if (answer.getKey().startsWith("2")) {
          for (var type : answer.getValue().path("content").properties()) {
            String where = operation.id + " " + answer.getKey() + " " + type.getKey();
            complete(shape, where, type.getValue());
          }
        }
      }
    }
    JsonNode problem = description.at("/components/schemas/Problem");
    assertThat(problem.path("examples")).isNotEmpty();
    assertThat(shape.problems(problem, problem.path("examples").get(0))).isEmpty();
  }

  private static void complete(Shape shape, String where, JsonNode type) {
    assertThat(type.has("example")).as("%s has an example", where).isTrue();
    assertThat(shape.problems(type.path("schema"), type.path("example"))).as(where).isEmpty();
  }

  @Test
  void aWrongValueIsNotAsItsSchemaSays() throws IOException {
    JsonNode description = description();
    Shape shape = new Shape(description);
    JsonNode schema = description.at("/components/schemas/TokenRequest");
    JsonNode right = Wire.strict().readTree("{\"name\": \"a\", \"user\": \"b\"}");
    assertThat(shape.problems(schema, right)).isEmpty();
    for (String wrong :
        List.of(
            "{\"name\": \"a\"}",
            "{\"name\": 7, \"user\": \"b\"}",
            "{\"name\": \"a\", \"user\": \"b\", \"expires\": \"x\"}",
            "[]")) {
      assertThat(shape.problems(schema, Wire.strict().readTree(wrong))).as(wrong).isNotEmpty();
    }
  }

  // --- what a server says ---

  @Test
  @Tag("server")
  void aServerTakesAndGivesWhatIsDescribed() throws Exception {
    Path data = folder.resolve("data");
    Path home = RealServer.home(folder.resolve("home"));
    try (RealServer server = RealServer.start(data, "cpu:2", "weir.home=" + home)) {
      JsonNode description = description();
      new Walk(this, server).through();
      Shape shape = new Shape(description);
      List<String> wrong = new ArrayList<>();
      Set<String> missing = new TreeSet<>();
      for (Described operation : operations(description)) {
        missing.add(operation.id);
        JsonNode own = recorded.path(operation.id);
        for (var answer : own.properties()) {
          missing.remove(operation.id);
          JsonNode content =
              answer.getKey().equals("request")
                  ? operation.says.at("/requestBody/content")
                  : operation.says.path("responses").path(answer.getKey()).path("content");
          for (var type : content.properties()) {
            shape
                .problems(type.getValue().path("schema"), answer.getValue())
                .forEach(p -> wrong.add(operation.id + " " + answer.getKey() + p));
          }
        }
      }
      assertThat(wrong).isEmpty();
      assertThat(missing)
          .as("asked, all but those that answer with nothing, and those that need an ill device")
          .containsExactlyInAnyOrder(
              "endReservation",
              "cancelSimulation",
              "revokeToken",
              "removeUser",
              "listAdvice",
              "getAdvice",
              "approveAdvice",
              "dismissAdvice");
      if (Boolean.getBoolean("examples.write")) {
        write(server, data);
      }
    }
  }

  /** Without the names of the machine that it was recorded on. */
  private void write(RealServer server, Path data) throws IOException {
    String node = recorded.at("/getNode/200/name").asText();
    for (var former : Wire.strict().readTree(Files.readString(RECORDED)).properties()) {
      if (!recorded.has(former.getKey())) {
        recorded.set(former.getKey(), former.getValue());
      }
    }
    String text =
        Wire.strict()
            .writerWithDefaultPrettyPrinter()
            .writeValueAsString(recorded)
            .replace(data.toString(), "/home/ann/.weir")
            .replace(CHECKOUT.toString(), "/opt/weir")
            .replace(server.url().toString(), "http://127.0.0.1:7420")
            .replaceAll("\\b" + Pattern.quote(node) + "\\b", "node-1")
            .replaceAll("\\b" + Pattern.quote(System.getProperty("user.name")) + "\\b", "ann")
            .replaceAll("machine-[0-9a-f]{24}", "machine-" + "0123456789ab".repeat(2))
            .replaceAll(
                "(\"secret\" : \"weir_[^_\"]*_)[^\"]*\"",
                "$1" + "0123456789abcdef".repeat(4) + "\"");
    Files.writeString(RECORDED, text + "\n");
  }

  // --- one request ---

  /** Sends it and keeps it with the answer, as the example of the operation. */
  JsonNode ask(
      RealServer server, String operation, String method, String path, String body, int status)
      throws Exception {
    HttpRequest.Builder request = request(server, path);
    if (!body.isEmpty()) {
      request.header("Content-Type", JSON).header("If-Match", "*");
    }
    request.method(method.toUpperCase(Locale.ROOT), HttpRequest.BodyPublishers.ofString(body));
    var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s: %s", operation, answer.body()).isEqualTo(status);
    JsonNode said =
        answer.body().isEmpty()
            ? JsonNodeFactory.instance.missingNode()
            : Wire.strict().readTree(answer.body());
    if (!operation.isEmpty() && !said.isMissingNode()) {
      ObjectNode own = recorded.withObject("/" + operation);
      if (status == 422) {
        recorded.set(operation, said);
      } else {
        own.set(Integer.toString(status), said);
        if (!body.isEmpty()) {
          own.set("request", Wire.strict().readTree(body));
        }
      }
    }
    return said;
  }

  /** The first event of a stream that is wanted, kept as the example. */
  void listen(RealServer server, String operation, String path, Predicate<JsonNode> wanted)
      throws Exception {
    var request = request(server, path).setHeader("Accept", "text/event-stream");
    if (operation.equals("events")) {
      request.header("Last-Event-ID", "0");
    }
    var answer = http.send(request.build(), HttpResponse.BodyHandlers.ofLines());
    assertThat(answer.statusCode()).isEqualTo(200);
    try (var lines = answer.body()) {
      JsonNode event =
          lines
              .filter(line -> line.startsWith("data:"))
              .map(line -> tree(line.substring("data:".length())))
              .filter(wanted)
              .findFirst()
              .orElseThrow();
      recorded.withObject("/" + operation).set("200", event);
    }
  }

  private static JsonNode tree(String text) {
    try {
      return Wire.strict().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  private static HttpRequest.Builder request(RealServer server, String path) throws IOException {
    return HttpRequest.newBuilder(URI.create(server.url() + Wire.ROOT + path))
        .timeout(Duration.ofSeconds(90))
        .header("Accept", JSON)
        .header("Authorization", "Bearer " + server.token());
  }

  /** Asks until the answer is as wanted. */
  JsonNode await(RealServer server, String path, Predicate<JsonNode> wanted) throws Exception {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (true) {
      JsonNode answer = ask(server, "", "get", path, "", 200);
      if (wanted.test(answer)) {
        return answer;
      }
      assertThat(System.nanoTime()).as("%s: %s", path, answer).isLessThan(until);
      Thread.sleep(100);
    }
  }

  static String quoted(Map<String, ?> fields) throws IOException {
    return Wire.strict().writeValueAsString(fields);
  }

  static Path checkout() {
    return CHECKOUT;
  }
}
