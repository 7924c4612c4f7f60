package dev.weir.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.api.client.JobQuery;
import dev.weir.api.client.WeirClient;
import dev.weir.api.wire.JobSummary;
import dev.weir.cli.CommandLineRun;
import dev.weir.model.job.JobState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A batch script of Slurm as it is, from weir submit to its last line. */
@Tag("server")
class SbatchProcessTest {
  private static final String SCRIPT =
      """
      #!/bin/bash
      #SBATCH --job-name=end2end
      #SBATCH --array=3-4
      #SBATCH --nodes=1 --ntasks=2
      #SBATCH --mem=64M
      #SBATCH --time=0:20
      #SBATCH --signal=B:USR1@8
      #SBATCH --requeue
      #SBATCH --chdir=%s
      #SBATCH --output=%%x-%%a.out
      exec >>"seen-$SLURM_ARRAY_TASK_ID" 2>&1
      restart=${SLURM_RESTART_COUNT:-0}
      echo "task $SLURM_ARRAY_TASK_ID of $SLURM_ARRAY_TASK_COUNT from $SLURM_ARRAY_TASK_MIN restart $restart"
      echo "name $SLURM_JOB_NAME tasks $SLURM_NTASKS in $PWD with $1"
      echo "hosts $(scontrol show hostnames "$SLURM_JOB_NODELIST" | tr '\\n' ' ')and $(scontrol show hostnames 'n[08-10]' | tr '\\n' ' ')"
      srun sh -c 'echo "rank $SLURM_PROCID of $SLURM_NTASKS, world $RANK/$WORLD_SIZE"'
      srun sh -c 'exit $((SLURM_PROCID + 4))'
      echo "largest exit code $?"
      if [ "$SLURM_ARRAY_TASK_ID" = 3 ] && [ "$restart" = 0 ]; then
        scontrol requeue "$SLURM_JOB_ID"
        sleep 60
      fi
      if [ "$SLURM_ARRAY_TASK_ID" = 4 ]; then
        trap 'echo "warned"; exit 0' USR1
        sleep 60 &
        wait
      fi
      echo "end"
      """;

  @TempDir Path folder;

  @Test
  void directivesArrayWarningAndStandInsWorkAsInSlurm() throws Exception {
    Path work = Files.createDirectories(folder.resolve("work"));
    Path script = Files.writeString(folder.resolve("job.sbatch"), SCRIPT.formatted(work));
    Path data = folder.resolve("data");
    try (RealServer server = RealServer.start(data, "cpu:2")) {
      CommandLineRun submit =
          CommandLineRun.weir("submit", "--data", data.toString(), script.toString(), "argument");
      assertThat(submit.code()).as(submit.err()).isZero();
      List<JobSummary> jobs = ended(server.client());
      assertThat(jobs).hasSize(2);
      assertThat(jobs)
          .allSatisfy(job -> assertThat(job.state()).as("%s", job).isEqualTo(JobState.COMPLETED));

      List<String> requeued = Files.readAllLines(work.resolve("seen-3"));
      assertThat(requeued)
          .containsSequence(
              "task 3 of 2 from 3 restart 0", "name end2end tasks 2 in " + work + " with argument")
          .contains("task 3 of 2 from 3 restart 1", "largest exit code 5", "end")
          .contains("rank 0 of 2, world 0/2", "rank 1 of 2, world 1/2")
          .anyMatch(line -> line.matches("hosts \\S+ and n08 n09 n10 "));
      assertThat(requeued).filteredOn("end"::equals).hasSize(1);

      List<String> warned = Files.readAllLines(work.resolve("seen-4"));
      assertThat(warned).contains("task 4 of 2 from 3 restart 0", "warned").doesNotContain("end");
      assertThat(work.resolve("end2end-4.out")).exists();
    }
  }

  private static List<JobSummary> ended(WeirClient client) throws InterruptedException {
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    List<JobSummary> jobs = client.jobs(JobQuery.ALL).items();
    while (!jobs.stream().allMatch(job -> job.state().ended()) && System.nanoTime() < until) {
      Thread.sleep(200);
      jobs = client.jobs(JobQuery.ALL).items();
    }
    return jobs;
  }
}
