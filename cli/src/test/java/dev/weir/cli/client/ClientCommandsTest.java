package dev.weir.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.api.wire.JobSummary;
import dev.weir.api.wire.LogChunk;
import dev.weir.api.wire.Page;
import dev.weir.api.wire.Problem;
import dev.weir.api.wire.QueueView;
import dev.weir.api.wire.Status;
import dev.weir.api.wire.WhyView;
import dev.weir.cli.CommandLineRun;
import dev.weir.model.job.JobKind;
import dev.weir.model.job.JobState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientCommandsTest {
  @TempDir Path data;
  private StubServer server;

  @BeforeEach
  void start() throws IOException {
    server = new StubServer(data);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private CommandLineRun weir(String... words) {
    String[] all = new String[words.length + 2];
    all[0] = words[0];
    all[1] = "--data";
    all[2] = data.toString();
    System.arraycopy(words, 1, all, 3, words.length - 1);
    return CommandLineRun.weir(all);
  }

  @Test
  void withoutAServerPeopleAreToldHowToStartOne() throws IOException {
    Path empty = Files.createDirectory(data.resolve("empty"));
    CommandLineRun run = CommandLineRun.weir("jobs", "--data", empty.toString());

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err())
        .isEqualTo(
            "weir: no server runs for %s: start it with  weir up --data %s%n"
                .formatted(empty, empty));
  }

  @Test
  void aServerThatDiedIsToldFromNone() throws IOException {
    server.close();
    Files.writeString(
        data.resolve("server.json"),
        """
        {"pid":999999999,"startTime":"2026-01-01T00:00:00Z","url":"http://127.0.0.1:1","tokenFile":"t"}
        """);
    CommandLineRun run = weir("status");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err()).contains("one that ended without a word left its file");
    assertThat(weir("down").out()).contains("no server runs for").contains("999999999");
  }

  @Test
  void aServerThatDoesNotAnswerIsExitCodeThree() {
    server.close();
    CommandLineRun run = weir("queues");

    assertThat(run.code()).isEqualTo(3);
    assertThat(run.err()).startsWith("weir: no answer from http://127.0.0.1:");
  }

  @Test
  void jobsAreATableForPeopleAndJsonForPrograms() throws IOException {
    server.on(
        "GET /jobs?", new Page<>(List.of(job("j7", "train", JobState.RUNNING)), Optional.empty()));

    assertThat(weir("jobs").out().lines().toList())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("ID  NAME   QUEUE");
    assertThat(weir("jobs").out()).contains("j7  train  default  someone  running");
    JsonNode parsed = new ObjectMapper().readTree(weir("jobs", "--json").out());
    assertThat(parsed.get(0).get("id").asText()).isEqualTo("j7");
    assertThat(server.requests.getFirst().token()).isEqualTo("Bearer the-secret");
    assertThat(server.requests.getFirst().path())
        .contains("state=RUNNING")
        .doesNotContain("COMPLETED");
    weir("jobs", "--all", "--queue", "a b", "--label", "x=y");
    assertThat(server.requests.getLast().path())
        .doesNotContain("state=")
        .contains("queue=a%20b")
        .contains("label=x%3Dy");
  }

  @Test
  void aCommandIsSubmittedAsAJobFile() throws IOException {
    server.text("POST /jobs?file=command%20line", "application/json", SUBMITTED);
    CommandLineRun run =
        weir(
            "submit",
            "--name",
            "hello",
            "--devices",
            "1",
            "--cpu",
            "500m",
            "--time",
            "5m",
            "--",
            "python",
            "train.py",
            "--epochs",
            "3");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("submitted j12 hello%n".formatted());
    JsonNode sent = new ObjectMapper().readTree(server.requests.getLast().body());
    assertThat(sent.get("name").asText()).isEqualTo("hello");
    assertThat(sent.get("devices").asInt()).isEqualTo(1);
    assertThat(sent.get("timeLimit").asText()).isEqualTo("5m");
    assertThat(sent.get("command"))
        .extracting(JsonNode::asText)
        .containsExactly("python", "train.py", "--epochs", "3");
    assertThat(server.requests.getLast().key()).isPresent();
  }

  @Test
  void aScriptIsSubmittedAsItIs() throws IOException {
    server.on("GET /queues", List.of(queue("default"), queue("gpu")));
    server.text("POST /jobs?", "application/json", SUBMITTED);
    Path script = data.resolve("job.sbatch");
    Files.writeString(
        script,
        "#!/bin/bash\n#SBATCH -p gpu --gres=gpu:2\n#SBATCH --mail-type=END\nsrun hostname\n");
    CommandLineRun run = weir("submit", script.toString(), "--lr", "0.1");

    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.err()).contains("job.sbatch:3: --mail-type: no mail is sent");
    JsonNode sent = new ObjectMapper().readTree(server.requests.getLast().body());
    assertThat(sent.get("queue").asText()).isEqualTo("gpu");
    assertThat(sent.get("script").asText()).isEqualTo(Files.readString(script));
    assertThat(sent.get("command")).extracting(JsonNode::asText).containsExactly("--lr", "0.1");
    assertThat(sent.get("environment").get("SLURM_JOB_PARTITION").asText()).isEqualTo("gpu");
  }

  @Test
  void aDryRunNeedsNoServer() throws IOException {
    server.close();
    Files.delete(data.resolve("server.json"));
    Path script = data.resolve("job.sh");
    Files.writeString(script, "#!/bin/sh\n#SBATCH -A team\necho\n");
    CommandLineRun run = weir("submit", "--dry-run", script.toString());

    assertThat(run.code()).isZero();
    assertThat(run.err()).contains("checked without a server");
    assertThat(new ObjectMapper().readTree(run.out()).get("queue").asText()).isEqualTo("team");
  }

  @Test
  void whatIsWrongIsToldBeforeAnythingIsSent() throws IOException {
    Path script = data.resolve("job.sh");
    Files.writeString(script, "#!/bin/sh\n#SBATCH --time=4h\necho\n");
    server.on("GET /queues", List.of(queue("default")));
    CommandLineRun run = weir("submit", script.toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("job.sh:2:9: --time: no time limit: \"4h\"");
    assertThat(weir("submit", "--name", "x y", "--", "true").err())
        .contains("name: not allowed here: \"x y\"");
    assertThat(weir("submit").err()).contains("a file, or -- and a command, is missing");
    assertThat(server.requests).noneMatch(request -> request.method().equals("POST"));
  }

  @Test
  void problemsOfTheServerLookLikeThoseOfAFile() throws IOException {
    var error =
        new Problem.FieldError(
            "job.yaml",
            OptionalInt.of(2),
            OptionalInt.of(8),
            "queue",
            "unknown queue",
            Optional.empty(),
            Optional.of("\"resaerch\""),
            Optional.of("research"));
    server.refuse(
        "POST /jobs?",
        new Problem(
            "about:blank", "Invalid", 422, Optional.empty(), Optional.empty(), List.of(error)));
    Path file = data.resolve("job.yaml");
    Files.writeString(file, "name: x\nqueue: resaerch\ncommand: echo\n");
    CommandLineRun run = weir("submit", file.toString());

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "job.yaml:2:8: queue: unknown queue: \"resaerch\" (did you mean \"research\"?)%n"
                .formatted());
  }

  @Test
  void aJobIsMeantByItsIdOrItsName() throws IOException {
    server.on(
        "GET /jobs?name=train&limit=200",
        new Page<>(
            List.of(job("j9", "train", JobState.QUEUED), job("j7", "train", JobState.COMPLETED)),
            Optional.empty()));
    server.on("GET /jobs?name=trian&limit=200", new Page<>(List.of(), Optional.empty()));
    server.on(
        "GET /jobs?limit=100",
        new Page<>(List.of(job("j9", "train", JobState.QUEUED)), Optional.empty()));
    server.on(
        "GET /jobs/j9/why",
        new WhyView(
            "j9", JobState.QUEUED, "no room for 8 devices", Optional.empty(), Optional.empty()));
    server.on("POST /jobs/j9/cancel", job("j9", "train", JobState.CANCELLED));

    assertThat(weir("why", "train").out())
        .isEqualTo("j9 is queued: no room for 8 devices%n".formatted());
    assertThat(weir("cancel", "9").out()).isEqualTo("j9 train cancelled%n".formatted());
    CommandLineRun unknown = weir("why", "trian");
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err()).contains("unknown job \"trian\" (did you mean \"train\"?)");
  }

  @Test
  void logsComeInPartsUntilTheirEnd() throws IOException {
    server.on(
        "GET /jobs/j7/logs?task=3&role=worker&stream=stderr", new LogChunk(0, 4, false, "one\n"));
    server.on(
        "GET /jobs/j7/logs?task=3&from=4&role=worker&stream=stderr",
        new LogChunk(4, 8, true, "two\n"));
    CommandLineRun run = weir("logs", "j7", "--task", "worker.3", "--stderr");

    assertThat(run.out()).as(run.err()).isEqualTo("one\ntwo\n");
    assertThat(weir("logs", "j7", "--task", "worker").err()).contains("\"worker\" is no task");
  }

  @Test
  void aFollowedLogEndsWithTheStream() throws IOException {
    server.text(
        "GET /jobs/j7/logs/follow",
        "text/event-stream",
        """
        data: {"offset":0,"next":3,"end":false,"text":"up\\n"}

        data: {"offset":3,"next":8,"end":true,"text":"done\\n"}

        """);

    assertThat(weir("logs", "-f", "j7").out()).isEqualTo("up\ndone\n");
  }

  @Test
  void statusSaysHowTenantsAreKeptApart() throws IOException {
    server.on("GET /status", status());

    assertThat(weir("status").out())
        .contains("weir 1.2 runs: " + server.url() + " (pid 42, for 1m05s)")
        .contains("isolation    one user; a second tenant is refused")
        .contains("devices      3 of 8 used")
        .contains("warning      no price book");
    assertThat(weir("up").out()).contains("a server runs already for " + data);
  }

  @Test
  void aBundleHasNoSecrets() throws IOException {
    server.on("GET /status", status());
    Files.writeString(
        data.resolve("server.log"),
        "start the-secret\nAuthorization: Bearer abcdefgh12345\ndb password=hunter2 url=jdbc://u:pw@h/x\n");
    Path zip = data.resolve("bundle.zip");
    CommandLineRun run = weir("support-bundle", zip.toString());

    assertThat(run.code()).as(run.err()).isZero();
    try (ZipFile bundle = new ZipFile(zip.toFile())) {
      String log = new String(bundle.getInputStream(bundle.getEntry("server.log")).readAllBytes());
      assertThat(log)
          .contains("start [redacted]")
          .doesNotContain("the-secret")
          .doesNotContain("abcdefgh12345")
          .doesNotContain("hunter2")
          .doesNotContain(":pw@");
      assertThat(bundle.getEntry("doctor.txt")).isNotNull();
    }
    assertThat(weir("support-bundle", zip.toString()).code()).isEqualTo(2);
  }

  @Test
  void theDoctorLooksAtTheMachine() throws IOException {
    CommandLineRun run = weir("doctor", "--json");
    JsonNode findings = new ObjectMapper().readTree(run.out());

    assertThat(findings)
        .extracting(finding -> finding.get("what").asText())
        .contains("java", "data folder", "disk", "fsync", "loopback", "server", "tenants");
    assertThat(findings)
        .filteredOn(finding -> finding.get("grade").asText().equals("missing"))
        .allSatisfy(finding -> assertThat(finding.get("advice").asText()).isNotEmpty());
  }

  @Test
  void optionsOfUpAreCheckedFirst() {
    assertThat(weir("up", "--devices", "gpu").err())
        .contains("is nothing to offer (expected cpu:8)");
    assertThat(weir("up", "--port", "70000").err()).contains("expected 0 to 65535");
    assertThat(weir("up", "--set", "x").err()).contains("expected NAME=VALUE");
  }

  private static final String SUBMITTED =
      "{\"sequence\":5,\"jobs\":[{\"id\":\"j12\",\"name\":\"hello\"}],\"repeated\":false}";

  private static JobSummary job(String id, String name, JobState state) {
    return new JobSummary(
        id,
        name,
        "someone",
        "default",
        JobKind.BATCH,
        state,
        0,
        Instant.now().minusSeconds(90),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        1,
        1,
        2,
        List.of("box"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  private static QueueView queue(String name) {
    return new QueueView(name, Optional.empty(), 1, Map.of(), Map.of(), Map.of(), 0, 0, 0, 3600);
  }

  private static Status status() {
    return new Status(
        "1.2",
        Instant.now(),
        65_000,
        42,
        "LEADER",
        Optional.empty(),
        new Status.JournalHead(7, "00"),
        "sqlite",
        List.of(
            new Status.DomainView(
                "local", "one user; a second tenant is refused", "unenforced", true, 1, 8)),
        1,
        8,
        3,
        1,
        2,
        "weir",
        List.of("no price book"));
  }
}
