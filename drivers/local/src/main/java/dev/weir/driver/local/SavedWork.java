package dev.weir.driver.local;

import dev.weir.checkpoint.CheckpointWatch;
import dev.weir.checkpoint.commit.Commits;
import dev.weir.checkpoint.commit.Manifest;
import dev.weir.checkpoint.detect.Detectors;
import dev.weir.driver.local.launch.AllocationRecord;
import dev.weir.driver.local.launch.Places;
import dev.weir.model.id.JobId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where the records of a job's verified checkpoints are, and how one watches it.
 *
 * @param quiet see {@link dev.weir.checkpoint.detect.Inspection#quiet}
 */
record SavedWork(Places places, Duration quiet) {

  /** A watch over the folder in which this start saves. */
  CheckpointWatch watch(AllocationRecord record) throws IOException {
    int world = (int) record.tasks().stream().filter(AllocationRecord.Task::started).count();
    // A name that nobody knows is looked past here: it was refused at the door, or comes from a
    // newer version, and a watch that finds out by looking is better than none.
    String framework =
        Detectors.named(record.framework()).isPresent() ? record.framework() : "auto";
    return new CheckpointWatch(
        Path.of(record.checkpoints()),
        Commits.open(places.commits(record.jobId())),
        CheckpointWatch.Subject.of(record.jobId().toString(), framework, OptionalInt.of(world)),
        quiet);
  }

  /** What a job goes on from. */
  Optional<Manifest> newest(JobId job) throws IOException {
    return Commits.open(places.commits(job)).newestUsable();
  }
}
