package dev.weir.checkpoint.protocol;

import dev.weir.checkpoint.commit.Manifest;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What each task finds in its environment.
 *
 * @param incarnation number of this start of the job
 * @param runFolder its {@link ControlFolder}
 * @param checkpointFolder where it should save
 * @param resumeFrom the verified checkpoint to go on from, if there is one
 * @param restarts starts of this job before this one
 */
public record Variables(
    JobId job,
    String jobName,
    AllocationId allocation,
    int incarnation,
    Path runFolder,
    Path checkpointFolder,
    Optional<Manifest> resumeFrom,
    int restarts) {
  public static final String JOB_ID = "WEIR_JOB_ID";
  public static final String JOB_NAME = "WEIR_JOB_NAME";
  public static final String ALLOCATION_ID = "WEIR_ALLOCATION_ID";
  public static final String INCARNATION = "WEIR_INCARNATION";
  public static final String RUN_DIR = "WEIR_RUN_DIR";
  public static final String CHECKPOINT_DIR = "WEIR_CHECKPOINT_DIR";

  /** Absent when there is no complete checkpoint. */
  public static final String RESUME_FROM = "WEIR_RESUME_FROM";

  /** Absent when there is no complete checkpoint, or its step is not known. */
  public static final String RESUME_STEP = "WEIR_RESUME_STEP";

  public static final String RESTART_COUNT = "WEIR_RESTART_COUNT";

  /** The variables by name. */
  public SortedMap<String, String> toMap() {
    SortedMap<String, String> variables = new TreeMap<>();
    variables.put(JOB_ID, job.toString());
    variables.put(JOB_NAME, jobName);
    variables.put(ALLOCATION_ID, allocation.toString());
    variables.put(INCARNATION, Integer.toString(incarnation));
    variables.put(RUN_DIR, runFolder.toAbsolutePath().toString());
    variables.put(CHECKPOINT_DIR, checkpointFolder.toAbsolutePath().toString());
    variables.put(RESTART_COUNT, Integer.toString(restarts));
    resumeFrom.ifPresent(
        manifest -> {
          variables.put(RESUME_FROM, manifest.path().toString());
          manifest.step().ifPresent(step -> variables.put(RESUME_STEP, Long.toString(step)));
        });
    return variables;
  }
}
