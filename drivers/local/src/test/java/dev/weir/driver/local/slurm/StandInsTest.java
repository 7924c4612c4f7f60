package dev.weir.driver.local.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.model.id.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The stand-ins run under the machine's own {@code sh}. */
class StandInsTest {
  @TempDir Path folder;
  private Path bin;
  private final Map<String, String> launch = new TreeMap<>();
  private int restarts;

  record Ran(int code, String out, String err) {
    List<String> sorted() {
      return out.lines().sorted().toList();
    }
  }

  @BeforeEach
  void install() throws IOException {
    bin = folder.resolve("bin");
    BatchScript.install(bin);
    Files.createDirectories(folder.resolve("run"));
    launch.put("WEIR_BATCH", "slurm");
    launch.put("WEIR_BATCH_SHARES", "node");
    launch.put("WEIR_BATCH_TASKS", "4 4");
    launch.put("SLURM_NTASKS", "8");
    launch.put("SLURM_JOB_NAME", "train");
    launch.put("PATH", System.getenv("PATH"));
    launch.put("WEIR_RUN_DIR", folder.resolve("run").toString());
  }

  @Test
  void srunRunsTheCommandOncePerTask() throws Exception {
    Ran ran =
        script("srun sh -c 'echo $SLURM_PROCID $SLURM_LOCALID $SLURM_NODEID $RANK $WORLD_SIZE'");

    assertThat(ran.code()).as(ran.err()).isZero();
    assertThat(ran.sorted())
        .containsExactly(
            "0 0 0 0 8",
            "1 1 0 1 8",
            "2 2 0 2 8",
            "3 3 0 3 8",
            "4 0 1 4 8",
            "5 1 1 5 8",
            "6 2 1 6 8",
            "7 3 1 7 8");
  }

  @Test
  void fewerTasksAreSpreadOverTheNodes() throws Exception {
    String echo = " sh -c 'echo $SLURM_PROCID $SLURM_NODEID $SLURM_NTASKS $SLURM_NNODES'";

    assertThat(script("srun -n 3" + echo).sorted())
        .containsExactly("0 0 3 2", "1 0 3 2", "2 1 3 2");
    assertThat(script("srun -N1 -n2" + echo).sorted()).containsExactly("0 0 2 1", "1 0 2 1");
    assertThat(script("srun --nodes 2 --ntasks-per-node=1" + echo).sorted())
        .containsExactly("0 0 2 2", "1 1 2 2");
    assertThat(script("srun -N 1" + echo).sorted()).hasSize(4);
  }

  @Test
  void devicesAreDealtOutByNodeAndByTask() throws Exception {
    String echo = " sh -c 'echo $SLURM_PROCID:$CUDA_VISIBLE_DEVICES'";

    assertThat(script("srun -n2" + echo).sorted()).containsExactly("0:a,b,c,d", "1:e,f,g,h");
    assertThat(script("srun --gpus-per-task=1" + echo).sorted())
        .containsExactly("0:a", "1:b", "2:c", "3:d", "4:e", "5:f", "6:g", "7:h");
    assertThat(script("srun --gpus-per-task=1 --gpu-bind=none -n2" + echo).sorted())
        .containsExactly("0:a,b,c,d", "1:e,f,g,h");
    assertThat(script("srun -n1 --gres=gpu:0" + echo).sorted()).containsExactly("0:");
    assertThat(script("echo $CUDA_VISIBLE_DEVICES").out()).isEqualTo("a,b,c,d,e,f,g,h\n");
  }

  @Test
  void theLargestExitCodeIsTheAnswer() throws Exception {
    assertThat(script("srun sh -c 'exit $SLURM_PROCID'").code()).isEqualTo(7);
    assertThat(
            script("srun --kill-on-bad-exit=1 sh -c '[ $SLURM_PROCID = 5 ] && exit 9; sleep 60'")
                .code())
        .isGreaterThanOrEqualTo(9);
    assertThat(script("srun no-such-command-here").code()).isEqualTo(127);
  }

  @Test
  void linesAreLabelledAndFilesAreNamedByTask() throws Exception {
    assertThat(script("srun -n2 -l sh -c 'echo hello'").sorted())
        .containsExactly("0: hello", "1: hello");
    script("srun -n2 --output=out/%x-%j-%2t.txt sh -c 'echo $SLURM_PROCID'");

    assertThat(folder.resolve("out/train-12-00.txt")).hasContent("0");
    assertThat(folder.resolve("out/train-12-01.txt")).hasContent("1");
  }

  @Test
  void exportSaysWhatATaskSees() throws Exception {
    launch.put("MINE", "1");

    assertThat(script("srun -n1 sh -c 'echo [$MINE]'").out()).isEqualTo("[1]\n");
    assertThat(script("srun -n1 --export=NONE sh -c 'echo [$MINE$SLURM_PROCID]'").out())
        .isEqualTo("[0]\n");
    assertThat(script("srun -n1 --export=ALL,OTHER=2 sh -c 'echo [$MINE$OTHER]'").out())
        .isEqualTo("[12]\n");
  }

  @Test
  void signalsReachTheTasksAndTheirCodesCount() throws Exception {
    Ran ran =
        script(
            """
            srun -n2 sh -c 'trap "echo caught $SLURM_PROCID; exit 3" USR1; echo up >up.$SLURM_PROCID
              while :; do sleep 0.1; done' &
            until [ -e up.0 ] && [ -e up.1 ]; do sleep 0.1; done
            kill -USR1 $!
            wait $!
            """);

    assertThat(ran.code()).isEqualTo(3);
    assertThat(ran.sorted()).containsExactly("caught 0", "caught 1");
  }

  @Test
  void whatCannotBeHadIsRefusedWithAReason() throws Exception {
    assertThat(script("srun --het-group=1 ./app").err())
        .contains("--het-group: a job has one group");
    assertThat(script("srun ./sim : ./infer").err()).contains("several commands");
    assertThat(script("srun --no-such-option x").err())
        .contains("unknown option \"--no-such-option\"");
    assertThat(script("srun -n x true").err()).contains("--ntasks: no number: \"x\"");
    assertThat(script("srun").err()).contains("a command is missing");
    assertThat(script("srun -N 5 true").err()).contains("5 are more than the 2 of the job");
  }

  @Test
  void scontrolShowsTheHostsOfTheJob() throws Exception {
    assertThat(script("scontrol show hostnames $SLURM_JOB_NODELIST").out()).isEqualTo("box\nbox\n");
    assertThat(script("scontrol show hostnames 'n[08-10,12]-ib,login'").out())
        .isEqualTo("n08-ib\nn09-ib\nn10-ib\nn12-ib\nlogin\n");
    assertThat(script("scontrol show job $SLURM_JOB_ID").out()).contains("JobId=12 JobName=train");
    assertThat(script("scontrol show job 99").code()).isEqualTo(1);
    assertThat(script("scontrol update x").err()).contains("is not understood");
  }

  @Test
  void requeueMarksTheRunAndEndsIt() throws Exception {
    Ran ran = script("trap '' TERM\nscontrol requeue $SLURM_JOB_ID\necho asked\n");

    assertThat(ran.out()).isEqualTo("asked\n");
    assertThat(BatchScript.askedToRequeue(folder.resolve("run"))).isTrue();
    assertThat(script("scontrol requeue 99").err()).contains("99 is not this job (expected 12)");
  }

  @Test
  void requeueStopsAScriptThatGoesOn() throws Exception {
    Ran ran = script("scontrol requeue $SLURM_JOB_ID\nsleep 60\n");

    assertThat(ran.code()).isEqualTo(143);
  }

  @Test
  void outputGoesToTheNamedFileAndToTheLog() throws Exception {
    launch.put("WEIR_BATCH_OUTPUT", "logs/%A_%a.out");
    launch.put("WEIR_ARRAY_INDEX", "7");
    launch.put("WEIR_ARRAY_POSITION", "3");
    restarts = 2;
    Ran ran = script("echo one; echo two >&2; echo $SLURM_ARRAY_TASK_ID $SLURM_RESTART_COUNT");

    assertThat(ran.sorted()).containsExactly("7 2", "one", "two");
    assertThat(Files.readAllLines(folder.resolve("logs/9_7.out")))
        .containsExactlyInAnyOrder("one", "two", "7 2");
    script("echo three");
    assertThat(folder.resolve("logs/9_7.out")).hasContent("three");
    launch.put("WEIR_BATCH_OPEN_MODE", "append");
    script("echo four");
    assertThat(folder.resolve("logs/9_7.out")).hasContent("three\nfour");
  }

  @Test
  void errorsHaveAFileOfTheirOwn() throws Exception {
    launch.put("WEIR_BATCH_OUTPUT", "o.txt");
    launch.put("WEIR_BATCH_ERROR", "e.txt");
    launch.put("WEIR_BATCH_INPUT", "in.txt");
    Files.writeString(folder.resolve("in.txt"), "given\n");
    Ran ran = script("cat; echo bad >&2; exit 4");

    assertThat(ran.code()).isEqualTo(4);
    assertThat(folder.resolve("o.txt")).hasContent("given");
    assertThat(folder.resolve("e.txt")).hasContent("bad");
    assertThat(ran.out()).isEqualTo("given\n");
    assertThat(ran.err()).isEqualTo("bad\n");
  }

  @Test
  void tasksWithoutNodesAreOneEach() throws Exception {
    launch.put("WEIR_BATCH_SHARES", "task");
    launch.put("WEIR_BATCH_TASKS", "1 1");
    launch.put("SLURM_NTASKS", "2");
    Ran ran =
        script(
            "srun sh -c 'echo $SLURM_PROCID $SLURM_LOCALID $SLURM_NNODES $CUDA_VISIBLE_DEVICES'");

    assertThat(ran.sorted()).containsExactly("0 0 1 a,b,c,d", "1 1 1 e,f,g,h");
  }

  /** Runs a script as the driver does: as the leader of a session of its own. */
  private Ran script(String text) throws Exception {
    Path script = folder.resolve("script.sh");
    Files.writeString(script, "#!/bin/sh\n" + text + "\n");
    script.toFile().setExecutable(true);
    List<Map<String, String>> shares =
        List.of(
            Map.of("CUDA_VISIBLE_DEVICES", "a,b,c,d", "WEIR_DEVICES", "0,1,2,3"),
            Map.of("CUDA_VISIBLE_DEVICES", "e,f,g,h", "WEIR_DEVICES", "4,5,6,7"));
    var facts = new BatchFacts(new JobId(12), restarts, "box", shares);
    var words = new ArrayList<>(List.of("setsid", "-w"));
    words.addAll(BatchScript.command(bin, script, List.of()));
    var builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(launch);
    builder.environment().putAll(BatchScript.environment(bin, facts, launch));
    Path out = folder.resolve("stdout.log");
    Path err = folder.resolve("stderr.log");
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    Process process = builder.start();
    assertThat(process.waitFor(50, TimeUnit.SECONDS)).as("ended").isTrue();
    TimeUnit.MILLISECONDS.sleep(200); // what copies the output reads the end of its pipe
    return new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
  }
}
