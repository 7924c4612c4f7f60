package dev.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.api.Wire;
import dev.weir.api.client.LogQuery;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.api.wire.TokenRequest;
import dev.weir.api.wire.UserView;
import dev.weir.model.job.JobState;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What nobody may get by any request; docs/security.md lists it. */
@QuarkusTest
@TestProfile(OneServer.class)
class SecurityTest {
  private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch");

  /** Ways to write the way out of a folder. */
  private static final List<String> ESCAPES =
      List.of(
          "..%2F..%2F..%2Ftoken",
          "%2e%2e%2f%2e%2e%2ftoken",
          "..%5C..%5Ctoken",
          "%252e%252e%252ftoken",
          "..;/..;/token",
          "..%00%2Ftoken",
          "%2Fetc%2Fpasswd",
          "....%2F%2Ftoken",
          "%c0%ae%c0%ae%2ftoken",
          "token%0d%0aX-Injected:%20yes");

  @TestHTTPResource("/")
  URI url;

  private final HttpClient http = HttpClient.newHttpClient();

  private static String token() throws IOException {
    return Files.readString(OneServer.DATA.resolve("token")).strip();
  }

  private HttpResponse<String> send(String method, String path, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url.toString().replaceAll("/$", "") + path))
            .method(method, HttpRequest.BodyPublishers.ofString(method.equals("GET") ? "" : "{}"));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Bytes as they are; clients refuse to send most of what is tested with it. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoTimeout(30_000);
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.ISO_8859_1));
      out.flush();
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private record Published(String method, String path) {}

  /** Every operation of the published description. */
  private List<Published> operations() throws Exception {
    JsonNode paths =
        Wire.strict().readTree(send("GET", "/openapi?format=json").body()).path("paths");
    List<Published> all = new ArrayList<>();
    paths
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (METHODS.contains(method)) {
                            all.add(
                                new Published(
                                    method.toUpperCase(Locale.ROOT),
                                    path.getKey().replaceAll("\\{[^}]*}", "1")));
                          }
                        }));
    assertThat(all).hasSizeGreaterThan(30);
    return all;
  }

  private String tokenOf(String user, Map<String, String> roles) throws IOException {
    WeirClient root = new WeirClient(url, token());
    root.putUser(new UserView(user, roles));
    String name = user + "-" + Long.toHexString(System.nanoTime());
    return root.makeToken(new TokenRequest(name, user, Optional.empty())).secret().orElseThrow();
  }

  @Test
  void noOperationIsServedWithoutAValidToken() throws Exception {
    String real = token();
    List<String> wrong =
        List.of(
            "Bearer",
            "Bearer ",
            "Bearer x",
            "Basic " + real,
            real,
            "Bearer " + real.substring(1),
            "Bearer " + real + "x",
            "Bearer weir_x_" + "0".repeat(64),
            "Bearer " + "y".repeat(4000));
    for (Published operation : operations()) {
      assertThat(send(operation.method, operation.path).statusCode())
          .as("%s", operation)
          .isEqualTo(401);
      for (String header : wrong) {
        var answer = send(operation.method, operation.path, "Authorization", header);
        assertThat(answer.statusCode()).as("%s with %s", operation, header).isEqualTo(401);
        assertThat(answer.body()).doesNotContain(real);
      }
    }
  }

  @Test
  void whoHasNoRoleChangesNothing() throws Exception {
    String nobody = "Bearer " + tokenOf("nora", Map.of());
    for (Published operation : operations()) {
      if (!operation.method.equals("GET")) {
        var answer =
            send(
                operation.method,
                operation.path,
                "Authorization",
                nobody,
                "Content-Type",
                "application/json");
        assertThat(answer.statusCode()).as("%s: %s", operation, answer.body()).isIn(403, 404, 422);
      }
    }
  }

  @Test
  void aStreamNeedsATokenToo() throws Exception {
    for (String path : List.of("/api/v1/events", "/api/v1/jobs/j1/logs")) {
      assertThat(send("GET", path, "Accept", "text/event-stream").statusCode()).isEqualTo(401);
    }
  }

  @Test
  void noEncodingLeadsOutOfAFolder() throws Exception {
    WeirClient root = new WeirClient(url, token());
    String id =
        root.submit(SubmitRequest.of("a", "name: a\ncommand: 'true'")).jobs().getFirst().id();
    for (String escape : ESCAPES) {
      for (String path :
          List.of(
              "/api/v1/jobs/" + id + "/checkpoints/" + escape,
              "/api/v1/jobs/" + escape + "/logs",
              "/api/v1/jobs/" + id + "/logs?role=" + escape,
              "/api/v1/jobs/" + id + "/logs?stream=" + escape,
              "/api/v1/jobs/" + id + "/logs?task=" + escape,
              "/api/v1/jobs/" + id + "/logs/" + escape,
              "/api/v1/settings/" + escape,
              "/api/v1/users/" + escape,
              "/api/v1/nodes/" + escape,
              "/api/v1/reservations/" + escape,
              "/api/v1/simulations/" + escape,
              "/" + escape,
              "/api/v1/" + escape)) {
        var answer = send("GET", path, "Authorization", "Bearer " + token());
        assertThat(answer.statusCode()).as(path).isBetween(400, 421);
        assertThat(answer.body()).as(path).doesNotContain(token()).doesNotContain("root:x:");
        assertThat(answer.headers().firstValue("x-injected")).as(path).isEmpty();
      }
    }
  }

  @Test
  void aBodyOfUnknownLengthIsRefusedToo() throws Exception {
    byte[] large =
        ("name: x\ncommand: y\n# " + "x".repeat(60_000)).getBytes(StandardCharsets.UTF_8);
    for (String path : List.of("/api/v1/jobs", "/api/v1/queues/file", "/api/v1/policy/file")) {
      HttpRequest request =
          HttpRequest.newBuilder(url.resolve(path))
              .header("Authorization", "Bearer " + token())
              .header("Content-Type", Wire.YAML)
              .header("If-Match", "*")
              .method(
                  path.endsWith("jobs") ? "POST" : "PUT",
                  HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))
              .build();
      assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .as(path)
          .isEqualTo(413);
    }
  }

  @Test
  void anotherSitesNameIsNotAnswered() throws Exception {
    for (String host :
        List.of("evil.example", "evil.example:80", "127.0.0.1.evil.example", "0.0.0.0")) {
      String answer =
          raw(
              "GET /api/v1/me HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                  .formatted(host, token()));
      assertThat(answer).as(host).startsWith("HTTP/1.1 421");
    }
    for (String host : List.of("localhost", "127.0.0.1:" + url.getPort(), "[::1]:80")) {
      String answer =
          raw(
              "GET /api/v1/me HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\nConnection: close\r\n\r\n"
                  .formatted(host, token()));
      assertThat(answer).as(host).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void noOtherSiteIsLetIn() throws Exception {
    var asked =
        send(
            "OPTIONS",
            "/api/v1/jobs",
            "Origin",
            "https://evil.example",
            "Access-Control-Request-Method",
            "POST");
    assertThat(asked.headers().firstValue("access-control-allow-origin")).isEmpty();
    var got =
        send(
            "GET",
            "/api/v1/me",
            "Origin",
            "https://evil.example",
            "Authorization",
            "Bearer " + token());
    assertThat(got.headers().firstValue("access-control-allow-origin")).isEmpty();
  }

  @Test
  void headersAreNeitherSmuggledNorSplit() throws Exception {
    String head =
        "POST /api/v1/jobs?dryRun=true HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "Content-Type: application/yaml\r\nAuthorization: Bearer "
            + token()
            + "\r\n";
    String body = "name: x\ncommand: y";
    String length = "Content-Length: " + body.length() + "\r\n";
    for (String bad :
        List.of(
            head + length + "Idempotency-Key: a\rb\r\n\r\n" + body,
            head + length + "Idempotency-Key: a\u0000b\r\n\r\n" + body,
            head + length + "Content-Length: 3\r\n\r\n" + body,
            head + length + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + body)) {
      String answer = raw(bad);
      assertThat(answer).as(bad).matches("(?s)(HTTP/1.1 4.*)?");
      assertThat(answer.split("HTTP/1.1 ", -1)).as("one answer").hasSizeLessThanOrEqualTo(2);
    }
  }

  @Test
  void aValueOfAnotherTypeIsNoValue() throws Exception {
    String prices =
        "{\"currency\": \"EUR\", \"devices\": [], \"carbon\": [{\"from\": %s, \"region\": %s,"
            + " \"gramsPerKwh\": 0}]}";
    for (String wrong :
        List.of(
            prices.formatted("null", "\"x\""),
            prices.formatted("0", "\"x\""),
            prices.formatted("\"2026-01-01T00:00:00Z\"", "false"),
            prices.formatted("\"2026-01-01T00:00:00Z\"", "7"),
            "{\"currency\": \"EUR\", \"currency\": \"EUR\", \"devices\": [], \"carbon\": []}")) {
      HttpRequest request =
          HttpRequest.newBuilder(url.resolve("/api/v1/prices?dryRun=true"))
              .header("Authorization", "Bearer " + token())
              .header("Content-Type", "application/json")
              .PUT(HttpRequest.BodyPublishers.ofString(wrong))
              .build();
      assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .as(wrong)
          .isEqualTo(422);
    }
  }

  @Test
  void aTokenIsNotSaidBack() throws Exception {
    String real = token();
    for (String path :
        List.of(
            "/api/v1/jobs?token=" + real,
            "/api/v1/jobs?limit=" + real,
            "/api/v1/nothing/" + real.substring(0, 10))) {
      send("GET", path, "Authorization", "Bearer " + real);
    }
    assertThat(Files.readString(OneServer.DATA.resolve("server.log"))).doesNotContain(real);
    assertThat(send("GET", "/metrics", "Authorization", "Bearer " + real).body())
        .doesNotContain(real);
    for (String open : List.of("/openapi", "/q/health")) {
      assertThat(send("GET", open).body()).doesNotContain(real);
    }
  }

  @Test
  void aJobsEnvironmentHoldsNoTokenOfTheServer() throws Exception {
    WeirClient root = new WeirClient(url, token());
    String id = ran("name: e\ncommand: env; cat /proc/$PPID/environ");
    assertThat(root.log(id, LogQuery.FIRST).text()).contains("WEIR_").doesNotContain(token());
  }

  @Test
  void theDataFolderIsItsOwners() throws Exception {
    ran("name: files\ncommand: echo x >here");
    try (Stream<Path> top = Files.list(OneServer.DATA)) {
      for (Path path : top.toList()) {
        assertThat(mode(path)).as("%s", path).matches("rw-------|rwx------");
      }
    }
    assertThat(mode(OneServer.DATA)).as("others may pass at most").matches("rwx--[x-]--[x-]");
    try (Stream<Path> below = Files.walk(OneServer.DATA.resolve("local"), 3)) {
      assertThat(below.filter(Files::isDirectory))
          .hasSizeGreaterThan(4)
          .allSatisfy(folder -> assertThat(mode(folder)).isEqualTo("rwx------"));
    }
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private String ran(String text) throws Exception {
    WeirClient root = new WeirClient(url, token());
    String id = root.submit(SubmitRequest.of("job.yaml", text)).jobs().getFirst().id();
    Instant deadline = Instant.now().plusSeconds(90);
    while (!root.job(id).job().state().ended()) {
      assertThat(Instant.now()).as("%s", root.job(id)).isBefore(deadline);
      Thread.sleep(50);
    }
    return id;
  }

  @Test
  void anotherTenantsSecretIsNotGivenToAJob() throws Exception {
    WeirClient root = new WeirClient(url, token());
    Path all = OneServer.DATA.resolve("local/secrets");
    Path own =
        Files.createDirectories(all.resolve("t-" + System.getProperty("user.name"))).resolve("key");
    Path hers = Files.createDirectories(all.resolve("t-red")).resolve("key");
    Files.writeString(own, "his own");
    Files.writeString(hers, "hers alone");
    String job = "name: thief\nsecrets: {KEY: %s}\ncommand: cat $KEY_FILE";
    assertThat(root.log(ran(job.formatted("key")), LogQuery.FIRST).text()).isEqualTo("his own");
    for (String named : List.of("../t-red/key", hers.toString(), "../../../token")) {
      String id = ran(job.formatted(named));
      assertThat(root.job(id).job().state()).as(named).isEqualTo(JobState.FAILED);
      assertThat(root.job(id).toString())
          .as(named)
          .contains("leads out of the tenant's secrets")
          .doesNotContain("hers alone");
    }
  }
}
