package dev.weir.files.sbatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.files.InvalidDocument;
import dev.weir.files.yaml.SourceText;
import dev.weir.model.id.JobId;
import dev.weir.model.job.Dependency;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.job.Disruption;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Launch;
import dev.weir.model.job.Role;
import dev.weir.model.job.TaskRequest;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SbatchReaderTest {
  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  private static final Submitter SOMEONE =
      new Submitter(
          Map.of("PATH", "/usr/bin", "API_TOKEN", "t", "DISPLAY", ":0"),
          "/home/someone/run",
          "login",
          "someone",
          List.of(),
          Optional.empty(),
          Optional.empty(),
          NOW,
          ZoneOffset.UTC);

  @Test
  void aNodesShareHoldsAllTasksOfTheNode() {
    JobSpec job =
        job(
            "-J train",
            "--nodes=4 --ntasks-per-node=8",
            "--gres=gpu:8",
            "--mem=128G --time=4320",
            "--cpus-per-task=2");

    Role role = job.roles().getFirst();
    TaskRequest request = request(job);
    assertThat(job.name()).isEqualTo("train");
    assertThat(role.count()).isEqualTo(4);
    assertThat(request.cpu()).isEqualTo(Cpu.ofCores(16));
    assertThat(request.memory()).isEqualTo(Bytes.ofGib(128));
    assertThat(request.devices())
        .isInstanceOfSatisfying(
            DeviceRequest.Whole.class, whole -> assertThat(whole.count()).isEqualTo(8));
    assertThat(job.timeLimit()).contains(Duration.ofMinutes(4320));
    assertThat(launch(job).firstTaskOnly()).isTrue();
    assertThat(launch(job).script().orElseThrow()).startsWith("#!/bin/bash\n#SBATCH -J train\n");
    assertThat(launch(job).environment())
        .containsEntry("SLURM_NTASKS", "32")
        .containsEntry("SLURM_TASKS_PER_NODE", "8(x4)")
        .containsEntry("SLURM_JOB_CPUS_PER_NODE", "16(x4)")
        .containsEntry("SLURM_MEM_PER_NODE", "131072")
        .containsEntry("SLURM_GPUS_PER_NODE", "8")
        .containsEntry("SLURM_GPUS", "32")
        .containsEntry("SLURM_SUBMIT_DIR", "/home/someone/run")
        .containsEntry("WEIR_BATCH_TASKS", "8 8 8 8");
  }

  @Test
  void tasksAloneAreShares() {
    JobSpec job = job("-n 6 -c 3 --mem-per-cpu=2G --gpus-per-task=a100:1");

    assertThat(job.roles().getFirst().count()).isEqualTo(6);
    assertThat(request(job).cpu()).isEqualTo(Cpu.ofCores(3));
    assertThat(request(job).memory()).isEqualTo(Bytes.ofGib(6));
    assertThat(models(job)).containsExactly("A100-40", "A100-80");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--gpus=8                            | 1 | 8 | 1",
        "--gpus=8 -n 4                       | 4 | 2 | 4",
        "--gpus=8 -N 2                       | 2 | 4 | 2",
        "--gpus=4 --gpus-per-task=2          | 2 | 2 | 2",
        "--gpus=3 -n 2                       | 1 | 3 | 2",
        "-N 2 --gpus-per-node=v100:4         | 2 | 4 | 2",
        "-n 8 --ntasks-per-node=4 --gpus-per-task=1 | 2 | 4 | 8",
        "--ntasks-per-gpu=2 -G 4             | 1 | 4 | 8",
        "--gres=gpu                          | 1 | 1 | 1",
        "--gres=gpu:0                        | 1 | 0 | 1",
        "-N 2-4 --gres=gpu:a40:2             | 2 | 2 | 2",
        "--gres=mps:200                      | 1 | 2 | 1",
      })
  void roomIsCountedAsSlurmDoes(String options, int shares, int devices, String tasks) {
    JobSpec job = job(options);

    assertThat(job.roles().getFirst().count()).isEqualTo(shares);
    assertThat(count(request(job).devices())).isEqualTo(devices);
    assertThat(launch(job).environment()).containsEntry("SLURM_NTASKS", tasks);
  }

  @ParameterizedTest
  @CsvSource({
    "90, 5400",
    "90:30, 5430",
    "1:30:15, 5415",
    "2-3, 183600",
    "2-3:04, 183840",
    "2-3:04:05, 183845",
    "0:45, 45",
  })
  void timesHaveAllFormsOfSlurm(String time, long seconds) {
    assertThat(job("--time=" + time).timeLimit()).contains(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"UNLIMITED", "infinite", "0", "-1"})
  void someTimesAreNoLimit(String time) {
    assertThat(job("--time=" + time).timeLimit()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "now+1hour, 2026-03-01T11:00:00Z",
    "now+90, 2026-03-01T10:01:30Z",
    "16:30, 2026-03-01T16:30:00Z",
    "4:30pm, 2026-03-01T16:30:00Z",
    "09:00, 2026-03-02T09:00:00Z",
    "noon, 2026-03-01T12:00:00Z",
    "tomorrow, 2026-03-02T10:00:00Z",
    "2026-04-05, 2026-04-05T00:00:00Z",
    "2026-04-05T06:07:08, 2026-04-05T06:07:08Z",
    "04/05/26-06:07, 2026-04-05T06:07:00Z",
    "040526, 2026-04-05T00:00:00Z",
  })
  void momentsHaveAllFormsOfSlurm(String text, Instant at) {
    assertThat(job("--begin=" + text).window().notBefore()).contains(at);
  }

  @ParameterizedTest
  @CsvSource({
    "B:USR1@180, USR1, 180, true",
    "SIGTERM, TERM, 60, false",
    "R:10@5, USR1, 5, false",
    "RB:usr2@300, USR2, 300, true",
  })
  void aSignalWarnsBeforeTheLimit(String text, String signal, long seconds, boolean shellOnly) {
    assertThat(launch(job("--time=60", "--signal=" + text)).warning())
        .contains(new Launch.Warning(signal, Duration.ofSeconds(seconds), shellOnly));
  }

  @Test
  void anArrayIsOneJobForEachNumberAndNeverMoreThanItsLimitAtOnce() {
    List<JobSpec> jobs = jobs("-J sweep", "--array=0-6:2,10%2");

    assertThat(jobs)
        .extracting(JobSpec::name)
        .containsExactly("sweep-0", "sweep-2", "sweep-4", "sweep-6", "sweep-10");
    assertThat(jobs.get(1).dependencies()).isEmpty();
    assertThat(jobs.get(4).dependencies())
        .containsExactly(new Dependency(jobs.get(2).id(), Dependency.Condition.ENDED));
    assertThat(launch(jobs.get(4)).environment())
        .containsEntry("WEIR_ARRAY_INDEX", "10")
        .containsEntry("WEIR_ARRAY_POSITION", "4")
        .containsEntry("SLURM_ARRAY_TASK_COUNT", "5")
        .containsEntry("SLURM_ARRAY_TASK_MIN", "0")
        .containsEntry("SLURM_ARRAY_TASK_MAX", "10")
        .containsEntry("SLURM_ARRAY_TASK_STEP", "2");
  }

  @Test
  void dependenciesNameJobsByTheirIds() {
    Batch batch = batch("--dependency=afterok:12:13,afterany:7,singleton");

    assertThat(batch.singleton()).isTrue();
    assertThat(batch.job().dependsOn())
        .extracting(p -> p.job() + " " + p.condition())
        .containsExactly("j12 SUCCEEDED", "j13 SUCCEEDED", "j7 ENDED");
  }

  @Test
  void requeueIsTheRuleAndNoRequeueForbidsIt() {
    assertThat(job("--requeue").maxRestarts()).isEqualTo(3);
    assertThat(job("--requeue").disruption().stop()).isEqualTo(Disruption.StopClass.STOP_THEN_SAVE);
    assertThat(job("--no-requeue").maxRestarts()).isZero();
    assertThat(job("--no-requeue").disruption().preemptible()).isFalse();
  }

  @Test
  void aMigTypeIsAnInstance() {
    assertThat(request(job("--gres=gpu:a100_3g.40gb:2")).devices())
        .isInstanceOfSatisfying(
            DeviceRequest.Mig.class,
            mig -> {
              assertThat(mig.profile()).isEqualTo("3g.40gb");
              assertThat(mig.count()).isEqualTo(2);
            });
  }

  @Test
  void aConstraintIsAModelOrALabel() {
    assertThat(models(job("--gres=gpu:1 -C h100"))).containsExactly("H100-80", "H100-94");
    assertThat(request(job("-C \"ib&rack4\"")).where().anyOf())
        .singleElement()
        .satisfies(
            term ->
                assertThat(term.expressions())
                    .extracting(e -> e.key())
                    .containsExactly("slurm.feature/ib", "slurm.feature/rack4"));
    assertThat(request(job("-C ib|opa")).where().anyOf()).hasSize(2);
  }

  @Test
  void nodesAreNamedShortly() {
    assertThat(
            request(job("-w node[08-10],login -x bad1")).where().anyOf().getFirst().expressions())
        .extracting(e -> e.operator() + " " + e.values())
        .containsExactly("IN [login, node08, node09, node10]", "NOT_IN [bad1]");
  }

  @Test
  void secretsOfTheShellStayThereUntilNamed() {
    Batch batch = batch("--time=5");

    assertThat(batch.job().single().orElseThrow().task().environment())
        .containsEntry("PATH", "/usr/bin")
        .doesNotContainKeys("API_TOKEN", "DISPLAY");
    assertThat(notices(batch)).anyMatch(line -> line.contains("API_TOKEN looks like a secret"));
    assertThat(batch("--export=API_TOKEN,N=5").job().single().orElseThrow().task().environment())
        .containsEntry("API_TOKEN", "t")
        .containsEntry("N", "5")
        .doesNotContainKey("PATH");
  }

  @Test
  void aQueueIsLookedForAmongThoseThatExist() {
    Submitter known =
        new Submitter(
            Map.of(),
            "/run",
            "login",
            "someone",
            List.of("--lr", "0.1"),
            Optional.empty(),
            Optional.of(Set.of("default", "batch_b")),
            NOW,
            ZoneOffset.UTC);
    Batch batch = SbatchReader.read(source("-A acct1 -p batch_a,batch_b"), known);

    assertThat(batch.job().queue()).isEqualTo("batch_b");
    assertThat(notices(batch))
        .anyMatch(line -> line.contains("the queue is batch_b (of acct1, batch_a, batch_b)"));
    assertThat(launch(specs(batch).getFirst()).command()).containsExactly("--lr", "0.1");
  }

  @Test
  void quotesCommentsAndLateDirectivesAreReadAsSlurmDoes() {
    Batch batch =
        SbatchReader.read(
            new SourceText(
                "job.sh",
                "#!/bin/bash\r\n\r\n#SBATCH --job-name=\"my run\" # a word\r\n"
                    + "#SBATCH --mail-type=END\r\n"
                    + "# SBATCH --mem=1\r\necho\r\n#SBATCH --mem=2\r\n"),
            SOMEONE);

    assertThat(batch.job().name()).isEqualTo("my-run");
    assertThat(batch.job().single().orElseThrow().task().memory()).isEmpty();
    assertThat(batch.job().single().orElseThrow().task().script().orElseThrow())
        .doesNotContain("\r");
    assertThat(batch.job().single().orElseThrow().task().environment())
        .containsEntry("SLURM_JOB_NAME", "my run");
    assertThat(notices(batch))
        .contains(
            "job.sh:1: line ends of Windows are read as plain ones",
            "job.sh:3: --job-name: the job is listed as my-run",
            "job.sh:4: --mail-type: no mail is sent; a webhook tells of a job's end",
            "job.sh:5: # SBATCH: is a comment; #SBATCH is a directive",
            "job.sh:7: #SBATCH: stands after the first command, so it is none");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--gpu-per-node=4     | job.sh:2:9: --gpu-per-node: unknown option of sbatch (did you mean \"--gpus-per-node\"?)",
        "--time=4h            | job.sh:2:9: --time: no time limit: \"4h\" (expected minutes",
        "--mem=12Q            | job.sh:2:9: --mem: no amount of memory: \"12Q\" (expected MiB",
        "--nodes=0            | job.sh:2:9: --nodes: must be 1 or more: \"0\"",
        "--nodes=4-2          | job.sh:2:9: --nodes: a range that runs backwards",
        "--gres=fpga:1        | job.sh:2:9: --gres: a resource that is not known: \"fpga:1\" (expected gpu or mps; did you mean \"gpu:1\"?)",
        "--signal=USR9        | job.sh:2:9: --signal: no such signal: \"USR9\" (expected a signal such as USR1, TERM or INT; did you mean \"USR1\"?)",
        "-N 3 --gpus=8        | job.sh:2:14: --gpus: 8 devices cannot be shared evenly by 3 nodes (expected a multiple of 3)",
        "-N 2 --ntasks-per-node=2 -n 9 | --ntasks: 9 tasks are more than 2 nodes with 2 each (expected at most 4)",
        "--array=1-5%x        | job.sh:2:9: --array: no list of numbers",
        "--array=5-1          | job.sh:2:9: --array: a range that never ends",
        "--dependency=afterok | job.sh:2:9: --dependency: names no job",
        "--dependency=after:3 | job.sh:2:9: --dependency: cannot be had: after",
        "--begin=someday      | job.sh:2:9: --begin: no such time",
        "--open-mode=w        | job.sh:2:9: --open-mode: no such mode",
        "--hold               | job.sh:2:9: --hold: cannot be had: submit it without, then weir suspend ID",
        "--bb=x               | job.sh:2:9: --bb: cannot be had: there are no burst buffers",
        "--requeue=1          | job.sh:2:9: --requeue: takes no value",
        "--mem                | job.sh:2:9: --mem: has no value",
        "hetjob               | job.sh:2:9: hetjob: a job of several groups of resources (expected one group",
        "time=5               | job.sh:2:9: is no option: \"time=5\"",
        "-Z                   | job.sh:2:10: -Z: unknown option of sbatch",
        "--constraint=[a*2&b] | job.sh:2:9: --constraint: a constraint that is not understood",
        "--requeue --no-requeue | job.sh:2:9: --requeue: excludes no-requeue (expected one of the two)",
      })
  void whatCannotBeHadIsRefusedWithItsLine(String options, String problem) {
    assertThatThrownBy(() -> job(options))
        .isInstanceOf(InvalidDocument.class)
        .hasMessageContaining(problem);
  }

  @Test
  void aTextWithoutAShellIsNoScript() {
    assertThatThrownBy(
            () -> SbatchReader.read(new SourceText("job.sh", "#SBATCH -n 1\necho\n"), SOMEONE))
        .isInstanceOf(InvalidDocument.class)
        .hasMessageContaining("job.sh:1:1: is no script (expected #! and a shell");
  }

  @Test
  void everyOptionOfTheTableSaysWhatBecomesOfIt() {
    for (String name : SbatchOptions.names()) {
      SbatchOption option = SbatchOptions.ofName(name).orElseThrow();
      boolean explained = !option.why().isEmpty();
      assertThat(explained).as(name).isEqualTo(option.fate() != SbatchOption.Fate.MAPPED);
    }
  }

  static Stream<Path> collected() throws Exception {
    Path folder = Path.of("").toAbsolutePath().getParent().resolve("../shared/inputs/jobs/sbatch");
    if (!Files.isDirectory(folder)) {
      return Stream.of(folder);
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".sbatch")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("collected")
  void collectedScriptsAreTakenOrRefusedWithAReason(Path script) throws Exception {
    Assumptions.assumeTrue(Files.isRegularFile(script), script + " is not there");
    SourceText source = new SourceText(script.getFileName().toString(), Files.readString(script));
    if (source.text().contains("hetjob")) {
      assertThatThrownBy(() -> SbatchReader.read(source, SOMEONE))
          .hasMessageContaining("a job of several groups of resources");
    } else {
      List<JobSpec> jobs = specs(SbatchReader.read(source, SOMEONE));
      assertThat(jobs).isNotEmpty();
      assertThat(launch(jobs.getFirst()).script()).contains(source.text());
    }
  }

  private static SourceText source(String... lines) {
    var text = new StringBuilder("#!/bin/bash\n");
    for (String line : lines) {
      text.append("#SBATCH ").append(line).append('\n');
    }
    return new SourceText("job.sh", text.append("srun hostname\n").toString());
  }

  private static Batch batch(String... lines) {
    return SbatchReader.read(source(lines), SOMEONE);
  }

  private static JobSpec job(String... lines) {
    return jobs(lines).getFirst();
  }

  private static List<JobSpec> jobs(String... lines) {
    return specs(batch(lines));
  }

  private static List<JobSpec> specs(Batch batch) {
    var next = new AtomicLong(100);
    return batch
        .job()
        .toSpecs(() -> new JobId(next.getAndIncrement()), "someone", name -> List.of(new JobId(1)));
  }

  private static TaskRequest request(JobSpec job) {
    return job.roles().getFirst().variants().getFirst().request();
  }

  private static Launch launch(JobSpec job) {
    return job.roles().getFirst().variants().getFirst().launch();
  }

  private static Set<String> models(JobSpec job) {
    return ((DeviceRequest.Whole) request(job).devices()).filter().models();
  }

  private static int count(DeviceRequest request) {
    return request instanceof DeviceRequest.Whole whole ? whole.count() : 0;
  }

  private static List<String> notices(Batch batch) {
    return batch.notices().stream().map(Notice::render).toList();
  }
}
