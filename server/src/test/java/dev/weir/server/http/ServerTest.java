package dev.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.LogQuery;
import dev.weir.api.client.Refused;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.EventView;
import dev.weir.api.wire.JobDetail;
import dev.weir.api.wire.LogChunk;
import dev.weir.api.wire.SubmitAnswer;
import dev.weir.api.wire.SubmitRequest;
import dev.weir.api.wire.TokenRequest;
import dev.weir.api.wire.UserView;
import dev.weir.model.job.JobState;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole server: SQLite, the loop, and real processes on this machine. */
@QuarkusTest
@TestProfile(OneServer.class)
class ServerTest {
  private static final String QUEUES =
      "queues: [{name: default}, {name: red}, {name: blue, queues: [{name: sky}]}]";

  @TestHTTPResource("/")
  URI url;

  private WeirClient root;
  private final HttpClient http = HttpClient.newHttpClient();

  @BeforeEach
  void connect() throws IOException {
    root = new WeirClient(url, token());
  }

  private static String token() throws IOException {
    return Files.readString(OneServer.DATA.resolve("token")).strip();
  }

  private WeirClient as(String user, Map<String, String> roles) {
    root.putQueues(QUEUES, false);
    root.putUser(new UserView(user, roles));
    String name = user + "-" + UUID.randomUUID().toString().substring(0, 8);
    String secret =
        root.makeToken(new TokenRequest(name, user, Optional.empty())).secret().orElseThrow();
    return new WeirClient(url, secret);
  }

  private static SubmitRequest job(String text) {
    return SubmitRequest.of("job.yaml", text);
  }

  private static String submit(WeirClient client, String text) {
    return client.submit(job(text)).jobs().getFirst().id();
  }

  private JobDetail await(WeirClient client, String id, JobState state)
      throws InterruptedException {
    Instant deadline = Instant.now().plusSeconds(90);
    JobDetail job = client.job(id);
    while (job.job().state() != state && Instant.now().isBefore(deadline)) {
      assertThat(job.job().state().ended()).as("%s", job.job()).isFalse();
      Thread.sleep(50);
      job = client.job(id);
    }
    assertThat(job.job().state()).as("%s", job).isEqualTo(state);
    return job;
  }

  private HttpResponse<String> send(String method, String path, String body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(url.resolve(path))
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> asRoot(String method, String path, String body) throws Exception {
    return send(
        method,
        path,
        body,
        "Authorization",
        "Bearer " + token(),
        "Content-Type",
        "application/yaml");
  }

  // --- jobs ---

  @Test
  void aJobRunsAndWhatItWroteIsRead() throws Exception {
    String id =
        submit(root, "name: hello\ncommand: echo one; echo two >&2; echo three\ndevices: 1");
    JobDetail job = await(root, id, JobState.COMPLETED);
    assertThat(job.exit().orElseThrow().code()).hasValue(0);
    assertThat(job.timeline()).extracting(e -> e.what()).contains("SUBMITTED", "STARTED", "ENDED");
    assertThat(job.usage().deviceSeconds()).isPositive();
    assertThat(job.usage().cost()).isEmpty();
    assertThat(root.log(id, LogQuery.FIRST).text()).isEqualTo("one\nthree\n");
    List<LogChunk> followed = new ArrayList<>();
    root.followLog(id, LogQuery.FIRST, followed::add);
    assertThat(followed.getLast().end()).isTrue();
    assertThat(root.logFiles(id)).extracting(f -> f.stream()).contains("stdout", "stderr");
    assertThat(root.jobFile(id)).contains("name: hello");
    String whatever = asRoot("GET", "/api/v1/jobs/" + id + "/logs", "").body();
    assertThat(whatever).startsWith("{").contains("\"text\":\"one\\nthree\\n\"");
  }

  @Test
  void theSameKeyGetsTheFirstAnswer() {
    SubmitRequest request = job("name: once\ncommand: 'true'").withKey("key-" + UUID.randomUUID());
    SubmitAnswer first = root.submit(request);
    SubmitAnswer second = root.submit(request);
    assertThat(second.jobs()).isEqualTo(first.jobs());
    assertThat(second.repeated()).isTrue();
  }

  @Test
  void aRunningJobIsCancelled() throws Exception {
    String id = submit(root, "name: long\ncommand: sleep 600\ninterruption: {grace: 1s}");
    await(root, id, JobState.RUNNING);
    root.cancel(id);
    await(root, id, JobState.CANCELLED);
    Refused refused = catchThrowableOfType(Refused.class, () -> root.suspend(id));
    assertThat(refused.status()).isEqualTo(409);
  }

  @Test
  void aJobThatFindsNoRoomSaysWhy() {
    String id = submit(root, "name: wide\ncommand: x\ncount: 9\ndevices: 1");
    assertThat(root.why(id).verdict().orElseThrow().sentence()).contains("9");
    root.cancel(id);
  }

  @Test
  void aListIsFilteredAndPaged() {
    for (int i = 0; i < 3; i++) {
      submit(root, "name: paged-" + i + "\ncommand: 'true'\nlabels: {set: pages}");
    }
    JobQuery two =
        new JobQuery(
            List.of(),
            Optional.of("default"),
            Optional.empty(),
            Optional.of("paged-*"),
            List.of(),
            Optional.empty(),
            2,
            Optional.empty());
    var first = root.jobs(two);
    assertThat(first.items()).extracting(j -> j.name()).containsExactly("paged-2", "paged-1");
    assertThat(root.jobs(two.from(first.next())).items())
        .extracting(j -> j.name())
        .containsExactly("paged-0");
  }

  @Test
  void aWrongFileIsRefusedWithPlaceAndNearestName() {
    Refused refused =
        catchThrowableOfType(
            Refused.class, () -> root.submit(job("name: x\ncomand: y\nqueue: defualt")));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.problem().errors().getFirst().nearest()).contains("command");
    assertThat(refused.problem().errors().getFirst().line()).hasValue(2);
    Refused queue =
        catchThrowableOfType(
            Refused.class, () -> root.submit(job("name: x\ncommand: y\nqueue: defualt")));
    assertThat(queue.problem().errors().getFirst().nearest()).contains("default");
  }

  @Test
  void eventsComeAsTheyHappenAndGoOnWhereTheyStopped() throws Exception {
    BlockingQueue<EventView> seen = new ArrayBlockingQueue<>(1000);
    long before = root.status().journal().sequence();
    Thread reader =
        Thread.ofVirtual().start(() -> root.events(Optional.of(Long.toString(before)), seen::add));
    String id = submit(root, "name: watched\ncommand: 'true'");
    EventView event = seen.poll(30, TimeUnit.SECONDS);
    while (event != null && !event.job().equals(Optional.of(id))) {
      event = seen.poll(30, TimeUnit.SECONDS);
    }
    assertThat(event).isNotNull();
    assertThat(event.what()).isEqualTo("JobSubmitted");
    reader.interrupt();
    List<EventView> again = new ArrayList<>();
    root.events(Optional.of(event.id()), e -> !again.add(e));
    assertThat(again.getFirst().id()).isNotEqualTo(event.id());
  }

  // --- fleet and sharing ---

  @Test
  void theMachineIsTheFleet() {
    assertThat(root.status().devices()).isEqualTo(4);
    var node = root.nodes(Optional.empty()).items().getFirst();
    assertThat(root.node(node.name()).devices()).isEqualTo(4);
    assertThat(root.devices(Optional.empty()).items()).hasSize(4);
    assertThat(root.deviceMap().used()).hasSize(4);
  }

  @Test
  void aCordonedNodeTakesNothing() throws Exception {
    String node = root.nodes(Optional.empty()).items().getFirst().name();
    assertThat(root.cordon(node, Optional.of("new fan")).reason()).contains("new fan");
    String id = submit(root, "name: later\ncommand: 'true'\ndevices: 1");
    assertThat(root.job(id).job().state()).isEqualTo(JobState.QUEUED);
    assertThat(root.uncordon(node).health()).isEqualTo("READY");
    await(root, id, JobState.COMPLETED);
  }

  @Test
  void queuesAreReplacedByWhoHasSeenThem() throws Exception {
    root.putQueues(QUEUES, false);
    var change = root.putQueues(QUEUES.replace("{name: red}", "{name: red, weight: 3}"), true);
    assertThat(change.applied()).isFalse();
    assertThat(change.differences()).containsExactly("queues[red].weight: (nothing) -> 3.0");
    var stale =
        send(
            "PUT",
            "/api/v1/queues/file",
            QUEUES,
            "Authorization",
            "Bearer " + token(),
            "Content-Type",
            "application/yaml",
            "If-Match",
            "\"old\"");
    assertThat(stale.statusCode()).isEqualTo(412);
    assertThat(asRoot("PUT", "/api/v1/queues/file", QUEUES).statusCode()).isEqualTo(428);
    assertThat(root.queues()).extracting(q -> q.name()).contains("blue/sky");
  }

  @Test
  void aPolicyOfAPersonsOwnIsTaken() {
    assertThatThrownBy(() -> root.putPolicy("name: mine\nbase: wier", true))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("weir");
    var change = root.putPolicy("name: mine\nbackfill: {depth: 3}", true);
    assertThat(change.differences()).anyMatch(d -> d.startsWith("backfill.depth"));
    assertThat(root.policy().name()).isEqualTo("weir");
  }

  @Test
  void aMaintenanceWindowIsMadeAndEnded() {
    String node = root.nodes(Optional.empty()).items().getFirst().name();
    var made =
        root.reserve(
            "name: window\nnodes: ["
                + node
                + "]\nfrom: 2099-01-01T00:00:00Z\nuntil: 2099-01-02T00:00:00Z");
    assertThat(made.maintenance()).isTrue();
    assertThat(made.active()).isFalse();
    root.endReservation("window");
    assertThat(root.reservations()).noneMatch(r -> r.name().equals("window"));
  }

  @Test
  void whatPeopleStateIsInTheAuditLog() {
    String id = submit(root, "name: audited\ncommand: 'true'");
    assertThat(root.audit(Optional.empty()).items())
        .anyMatch(r -> r.via().equals("POST /api/v1/jobs") && r.facts().toString().contains(id));
  }

  // --- security ---

  @Test
  void withoutATokenNothingIsSaid() throws Exception {
    for (String path : List.of("/api/v1/jobs", "/api/v1/status", "/api/v1/events", "/metrics")) {
      var answer = send("GET", path, "");
      assertThat(answer.statusCode()).as(path).isEqualTo(401);
    }
    assertThat(send("GET", "/api/v1/jobs", "", "Authorization", "Bearer nonsense").statusCode())
        .isEqualTo(401);
    assertThat(send("GET", "/q/health", "").statusCode()).isEqualTo(200);
  }

  @Test
  void tenantsDoNotSeeEachOther() throws Exception {
    WeirClient red = as("rita", Map.of("red", "USER"));
    WeirClient blue = as("bert", Map.of("blue", "USER"));
    String id = submit(red, "name: secret\nqueue: red\ncommand: echo secret");
    await(root, id, JobState.COMPLETED);
    List<Runnable> asks =
        List.of(
            () -> blue.job(id),
            () -> blue.log(id, LogQuery.FIRST),
            () -> blue.logFiles(id),
            () -> blue.checkpoints(id),
            () -> blue.why(id),
            () -> blue.timeline(id),
            () -> blue.jobFile(id),
            () -> blue.cancel(id));
    for (Runnable ask : asks) {
      Refused refused = catchThrowableOfType(Refused.class, ask::run);
      assertThat(refused.status()).isEqualTo(404);
      assertThat(refused.problem().detail().orElse("")).doesNotContain("secret");
    }
    assertThat(blue.jobs(JobQuery.ALL).items()).noneMatch(j -> j.id().equals(id));
    assertThat(blue.queues())
        .extracting(q -> q.name())
        .containsExactlyInAnyOrder("blue", "blue/sky");
    Refused refused =
        catchThrowableOfType(
            Refused.class, () -> blue.submit(job("name: x\ncommand: y\nqueue: red")));
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.getMessage()).doesNotContain("did you mean");
  }

  @Test
  void aColleagueSeesAJobButNeitherTouchesNorReadsIt() throws Exception {
    WeirClient rita = as("rita", Map.of("red", "USER"));
    WeirClient rob = as("rob", Map.of("red", "USER"));
    String id = submit(rita, "name: mine\nqueue: red\ncommand: echo x\nenvironment: {KEY: hidden}");
    await(root, id, JobState.COMPLETED);
    assertThat(rob.job(id).file()).isEmpty();
    for (Runnable ask :
        List.<Runnable>of(() -> rob.cancel(id), () -> rob.log(id, LogQuery.FIRST))) {
      assertThat(catchThrowableOfType(Refused.class, ask::run).status()).isEqualTo(403);
    }
    assertThat(rita.job(id).file()).isPresent();
  }

  @Test
  void aUserIsNoOperatorAndNoAdministrator() {
    WeirClient red = as("rita", Map.of("red", "USER"));
    String node = root.nodes(Optional.empty()).items().getFirst().name();
    List<Runnable> asks =
        List.of(
            () -> red.cordon(node, Optional.empty()),
            () -> red.putQueues(QUEUES, false),
            () -> red.putPolicy("fifo", false),
            () -> red.users(),
            () -> red.tokens(),
            () -> red.audit(Optional.empty()),
            () -> red.simulate("x.yaml", "x"),
            () -> red.settings());
    for (Runnable ask : asks) {
      assertThat(catchThrowableOfType(Refused.class, ask::run).status()).isEqualTo(403);
    }
    Refused forOther =
        catchThrowableOfType(
            Refused.class, () -> red.submit(job("name: x\nqueue: red\nuser: bob\ncommand: y")));
    assertThat(forOther.status()).isEqualTo(422);
  }

  @Test
  void aRevokedTokenIsNoLongerOne() {
    root.putQueues(QUEUES, false);
    root.putUser(new UserView("tom", Map.of("red", "VIEWER")));
    String secret =
        root.makeToken(new TokenRequest("toms", "tom", Optional.empty())).secret().orElseThrow();
    WeirClient tom = new WeirClient(url, secret);
    assertThat(tom.me().roles()).containsEntry("red", "VIEWER");
    root.revokeToken("toms");
    assertThat(catchThrowableOfType(Refused.class, tom::me).status()).isEqualTo(401);
  }

  @Test
  void noNameLeavesItsFolder() throws Exception {
    String id = submit(root, "name: here\ncommand: 'true'");
    await(root, id, JobState.COMPLETED);
    for (String path :
        List.of(
            "/api/v1/jobs/" + id + "/logs?role=..%2F..%2F..%2Ftoken",
            "/api/v1/jobs/" + id + "/logs?stream=..%2Ftoken",
            "/api/v1/jobs/" + id + "/logs?task=-1",
            "/api/v1/jobs/" + id + "/checkpoints/..%2F..%2Ftoken",
            "/api/v1/jobs/..%2F..%2Ftoken/logs",
            "/api/v1/nodes/..%2Fx",
            "/api/v1/simulations/..%2F..",
            "/api/v1/settings/tokens%2Fx")) {
      var answer = asRoot("GET", path, "");
      assertThat(answer.statusCode()).as(path).isBetween(400, 404);
      assertThat(answer.body()).as(path).doesNotContain(token());
    }
  }

  @Test
  void aLargeBodyIsRefused() throws Exception {
    String large = "name: x\ncommand: y\n# " + "x".repeat(30_000);
    assertThat(asRoot("POST", "/api/v1/jobs", large).statusCode()).isEqualTo(413);
  }

  @Test
  void noHeaderIsSmuggledIntoAnAnswer() throws Exception {
    var answer = asRoot("GET", "/api/v1/jobs?name=x%0d%0aSet-Cookie:%20a=b", "");
    assertThat(answer.headers().firstValue("set-cookie")).isEmpty();
    var file = asRoot("POST", "/api/v1/jobs?file=x%0d%0aSet-Cookie:%20a=b", "name: x\ncommand: y");
    assertThat(file.statusCode()).isEqualTo(400);
    assertThat(file.headers().firstValue("set-cookie")).isEmpty();
  }

  @Test
  void nothingIsIgnoredSilently() throws Exception {
    assertThat(asRoot("GET", "/api/v1/jobs?stat=running", "").body()).contains("did you mean");
    assertThat(asRoot("GET", "/api/v1/jobs?state=runing", "").statusCode()).isEqualTo(400);
    assertThat(asRoot("GET", "/api/v1/jobs?limit=0", "").statusCode()).isEqualTo(400);
    assertThat(asRoot("GET", "/api/v1/nothing", "").statusCode()).isEqualTo(404);
    var unknown =
        send(
            "POST",
            "/api/v1/tokens",
            "{\"name\":\"x\",\"user\":\"y\",\"expires\":\"never\"}",
            "Authorization",
            "Bearer " + token(),
            "Content-Type",
            "application/json");
    assertThat(unknown.statusCode()).isEqualTo(422);
    assertThat(unknown.body()).contains("expiresAt");
  }

  @Test
  void tokensAreNeitherInTheLogNorInTheJournal() throws Exception {
    WeirClient red = as("rita", Map.of("red", "USER"));
    red.me();
    String secret =
        root.makeToken(new TokenRequest("leak", "rita", Optional.empty())).secret().orElseThrow();
    send("GET", "/api/v1/jobs?token=" + secret, "", "Authorization", "Bearer " + secret);
    assertThat(Files.readString(OneServer.DATA.resolve("server.log")))
        .doesNotContain(secret)
        .doesNotContain(token());
    for (Path file : List.of(Path.of("weir.db"), Path.of("weir.db-wal"))) {
      Path database = OneServer.DATA.resolve(file);
      if (Files.exists(database)) {
        assertThat(
                new String(
                    Files.readAllBytes(database), java.nio.charset.StandardCharsets.ISO_8859_1))
            .doesNotContain(secret);
      }
    }
    assertThat(root.audit(Optional.empty()).items().toString()).doesNotContain(secret);
  }

  // --- what is published ---

  @Test
  void theDescriptionInTheDocumentsIsTheOneThatIsServed() throws Exception {
    String served = send("GET", "/openapi", "").body();
    Path file = Path.of("..", "docs", "openapi.yaml");
    if (Boolean.getBoolean("openapi.write")) {
      Files.writeString(file, served);
    }
    assertThat(Files.readString(file))
        .as("docs/openapi.yaml; -Dopenapi.write=true writes it anew")
        .isEqualTo(served);
    assertThat(served).contains("openapi: 3.1").contains("operationId: submitJobs");
  }
}
