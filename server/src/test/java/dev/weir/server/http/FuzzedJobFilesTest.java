package dev.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.api.Wire;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.Problem;
import dev.weir.files.InvalidDocument;
import dev.weir.files.bind.Document;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.document.JobFile;
import dev.weir.files.sbatch.SbatchReader;
import dev.weir.files.sbatch.Submitter;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.server.document.DocumentText;
import dev.weir.server.document.JobDocument;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;

/**
 * Damaged job files and batch scripts: each is taken as what it says, or refused with a problem.
 * The usual count is small; {@code -Dfuzz.files=10000 -Dfuzz.seed=7} asks for more.
 */
@QuarkusTest
@TestProfile(OneServer.class)
class FuzzedJobFilesTest {
  private static final int COUNT = Integer.getInteger("fuzz.files", 300);
  private static final long SEED = Long.getLong("fuzz.seed", 1);

  /** Nothing that is submitted for real may ever run. */
  private static final Instant NEVER = Instant.parse("2090-01-01T00:00:00Z");

  private static final DocumentReader<JobFile> READER = DocumentReader.of(JobFile.class);

  private static final String FULL =
      """
      name: everything
      kind: training
      user: ann
      notBefore: 2099-01-01T00:00:00Z
      priority: 7
      command: [python, train.py, "--lr=0.1"]
      environment: {A: "1", B: "yes: no"}
      workingDirectory: /srv/x
      secrets: {TOKEN: /srv/token}
      checkpoint: {directory: ckpt, framework: lightning}
      warning: {signal: USR1, before: 90s, shellOnly: true}
      devices: {count: 2, minMemory: 40Gi}
      cpu: 1500m
      memory: 3Gi
      hostPorts: [8080]
      count: 4
      sizes: [2, 4, 8]
      timeLimit: 2h30m
      interruption:
        preemptible: false
        stop: stop-then-save
        grace: 10m
        maxPerHour: 2
      maxRestarts: 0
      labels: {team: vision}
      """;

  private static final String SCRIPT =
      """
      #!/bin/bash
      #SBATCH --job-name=train
      #SBATCH --nodes=2
      #SBATCH --ntasks-per-node=4
      #SBATCH --gres=gpu:4
      #SBATCH --cpus-per-task=8
      #SBATCH --mem=64G
      #SBATCH --time=1-12:30:00
      #SBATCH --begin=2099-01-01T00:00:00
      #SBATCH --signal=B:USR1@120
      #SBATCH --requeue
      #SBATCH --export=ALL,LR=0.1
      #SBATCH --output=%x-%j.out
      srun python train.py --nodes "$SLURM_JOB_NODELIST"
      """;

  @TestHTTPResource("/")
  URI url;

  private final HttpClient http = HttpClient.newHttpClient();

  private static String token() throws IOException {
    return Files.readString(OneServer.DATA.resolve("token")).strip();
  }

  private static List<String> examples() throws IOException {
    List<String> texts = new ArrayList<>(List.of(FULL));
    try (Stream<Path> files = Files.list(Path.of("..", "examples", "jobs"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList()) {
        texts.add("notBefore: 2099-01-01T00:00:00Z\n" + Files.readString(file));
      }
    }
    return texts;
  }

  @Test
  void aDamagedJobFileIsTakenAsItSaysOrRefused() throws Exception {
    List<String> examples = examples();
    Map<Integer, Integer> answers = new TreeMap<>();
    int readBack = 0;
    int refused = 0;
    for (int i = 0; i < COUNT; i++) {
      SplittableRandom random = new SplittableRandom(SEED * 1_000_003 + i);
      String text = new Mutations(random).of(examples.get(i % examples.size()));
      var answer = post(text, true);
      answers.merge(answer.statusCode(), 1, Integer::sum);
      if (answer.statusCode() == 200 && staysAway(text)) {
        if (readsBackAsSent(text)) {
          readBack++;
        } else {
          refused++;
        }
      }
    }
    System.out.printf(
        "fuzzed job files: %s checked; of those that are right %d read back as they were sent, %d"
            + " refused because this machine can never run them%n",
        answers, readBack, refused);
    assertThat(answers).as("some are taken, some are not").containsKeys(200, 422);
    assertThat(readBack).isPositive();
  }

  @Test
  void aDamagedBatchScriptBecomesAJobOrIsRefused() throws Exception {
    int taken = 0;
    int refused = 0;
    for (int i = 0; i < COUNT; i++) {
      SplittableRandom random = new SplittableRandom(SEED * 7_000_003 + i);
      String script = "#!/bin/bash\n" + new Mutations(random).of(SCRIPT);
      try {
        var batch = SbatchReader.read(new SourceText("job.sh", script), submitter());
        post(batch.document().toString(), true);
        taken++;
      } catch (InvalidDocument e) {
        assertThat(e.problems()).as(script).isNotEmpty();
        refused++;
      }
    }
    System.out.println("fuzzed batch scripts: " + taken + " translated, " + refused + " refused");
    assertThat(taken).isPositive();
    assertThat(refused).isPositive();
  }

  private static Submitter submitter() {
    return new Submitter(
        Map.of("PATH", "/bin"),
        "/srv",
        "login",
        "ann",
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Instant.parse("2026-03-01T08:00:00Z"),
        ZoneOffset.UTC);
  }

  /** The answer, which is neither late nor a defect of the server. */
  private HttpResponse<String> post(String text, boolean dryRun) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(url.resolve("/api/v1/jobs" + (dryRun ? "?dryRun=true" : "")))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + token())
            .header("Content-Type", Wire.YAML)
            .POST(HttpRequest.BodyPublishers.ofByteArray(text.getBytes(StandardCharsets.UTF_8)))
            .build();
    var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(text).matches(s -> s < 300 || s >= 400 && s < 500);
    assertThat(answer.headers().firstValue("content-type").orElse("none"))
        .as(text)
        .startsWith(answer.statusCode() < 300 ? "application/json" : Problem.MEDIA_TYPE);
    return answer;
  }

  private static List<JobSpec> specs(String text) {
    List<JobSpec> specs = new ArrayList<>();
    for (Document<JobFile> document : READER.documents(new SourceText("body", sent(text)))) {
      long[] next = {1};
      specs.addAll(
          document.value().toSpecs(() -> new JobId(next[0]++), "root", _ -> List.of(new JobId(1))));
    }
    return specs;
  }

  /** What goes over the wire: half a surrogate pair does not. */
  private static String sent(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
  }

  private static boolean staysAway(String text) {
    return specs(text).stream()
        .allMatch(s -> s.window().notBefore().filter(n -> n.isAfter(NEVER)).isPresent());
  }

  /** False when it is refused because it can never run here, which a dry run does not ask. */
  private boolean readsBackAsSent(String text) throws Exception {
    WeirClient client = new WeirClient(url, token());
    var answer = post(text, false);
    if (answer.statusCode() == 422) {
      assertThat(answer.body()).as(text).contains("urn:weir:problem:rejected");
      return false;
    }
    List<String> kept = new ArrayList<>();
    for (var job : Wire.strict().readTree(answer.body()).path("jobs")) {
      String id = job.path("id").asText();
      kept.add(client.jobFile(id));
      client.cancel(id);
    }
    List<JobSpec> specs = specs(text);
    assertThat(kept).as(text).hasSameSizeAs(specs);
    for (int i = 0; i < kept.size(); i++) {
      assertThat(DocumentText.yaml(JobDocument.of(specs(kept.get(i)).getFirst())))
          .as(text)
          .isEqualTo(DocumentText.yaml(JobDocument.of(specs.get(i))));
    }
    if (kept.size() == 1) {
      everyWordIsKept(text, kept.getFirst());
    }
    return true;
  }

  /** Read by the parser alone: whatever stands in the text as it is stands in the file as well. */
  @SuppressWarnings("unchecked")
  private static void everyWordIsKept(String text, String kept) {
    Map<String, Object> said = (Map<String, Object>) plain(sent(text));
    Map<String, Object> has = (Map<String, Object>) plain(kept);
    for (String field :
        List.of("name", "user", "script", "workingDirectory", "image", "reservation")) {
      if (said.containsKey(field)
          && !String.valueOf(said.get(field)).matches("|~|null|Null|NULL")) {
        assertThat(has.get(field)).as("%s of%n%s", field, text).isEqualTo(said.get(field));
      }
    }
    for (String field : List.of("environment", "secrets", "labels")) {
      if (said.get(field) instanceof Map<?, ?> words) {
        assertThat(has.getOrDefault(field, Map.of())).as("%s of%n%s", field, text).isEqualTo(words);
      }
    }
  }

  private static Object plain(String text) {
    return new Load(LoadSettings.builder().setSchema(new FailsafeSchema()).build())
        .loadFromString(text);
  }
}
