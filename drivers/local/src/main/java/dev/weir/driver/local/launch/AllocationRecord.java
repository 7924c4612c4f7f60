package dev.weir.driver.local.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.driver.local.supervise.Durable;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.job.Disruption.StopClass;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * All that a server which starts anew must know of one start of a job. It is on the disk before
 * anything is started.
 *
 * @param version of this form
 * @param tenant who it belongs to
 * @param stop name of the stop class
 * @param limitMs enforced run time; 0 = none
 * @param warnSignal number of the signal before the limit; 0 = none
 * @param checkpoints folder in which the job saves
 * @param framework name of the detector, or {@code auto}
 * @param bootId of the machine's boot during which it was started
 * @param sharedDevices mask of devices of which it holds fractions
 * @param variants for each role the position of the variant chosen
 */
public record AllocationRecord(
    int version,
    long job,
    String name,
    long allocation,
    int incarnation,
    String tenant,
    String stop,
    long graceMs,
    long limitMs,
    int warnSignal,
    long warnBeforeMs,
    boolean warnFirstOnly,
    String checkpoints,
    String framework,
    String bootId,
    long sharedDevices,
    List<Integer> variants,
    List<Task> tasks) {
  /** Version that this class writes. */
  public static final int VERSION = 1;

  private static final String FILE = "allocation.json";
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * One task.
   *
   * @param folder its folder's name
   * @param started false: it holds its devices for what the first task starts on them
   * @param container name of its container; empty = none
   */
  public record Task(String folder, int role, int task, boolean started, String container) {}

  public AllocationRecord {
    variants = List.copyOf(variants);
    tasks = List.copyOf(tasks);
  }

  public JobId jobId() {
    return new JobId(job);
  }

  public AllocationId allocationId() {
    return new AllocationId(allocation);
  }

  public StopClass stopClass() {
    return StopClass.valueOf(stop);
  }

  public Duration grace() {
    return Duration.ofMillis(graceMs);
  }

  /** Writes it; when this returns it is durable. */
  public void write(Path folder) throws IOException {
    Durable.write(folder.resolve(FILE), JSON.writeValueAsString(this));
  }

  /** Whether there is one: a start that did not get so far never was. */
  public static boolean in(Path folder) {
    return Files.exists(folder.resolve(FILE));
  }

  /**
   * Reads it.
   *
   * @throws IOException it is not there or damaged
   */
  public static AllocationRecord read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    AllocationRecord record;
    try {
      record = JSON.readValue(Files.readString(file), AllocationRecord.class);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is damaged: " + e.getOriginalMessage(), e);
    }
    if (record.version > VERSION) {
      throw new IOException(
          "%s is of version %d; this program knows %d".formatted(file, record.version, VERSION));
    }
    return record;
  }
}
