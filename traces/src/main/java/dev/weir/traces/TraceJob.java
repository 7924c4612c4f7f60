package dev.weir.traces;

import dev.weir.model.job.JobKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * One job of a trace in canonical form. Amounts are per task, of devices per device.
 *
 * @param job identity inside the trace
 * @param submitSeconds when it was submitted, seconds from the start of the trace
 * @param tasks how many equal tasks start together, at least 1
 * @param cpuMilli CPU of each task, 1000 = one core
 * @param memoryBytes main memory of each task
 * @param devices accelerators of each task; 0 for a CPU job
 * @param deviceMilli share of each of these devices, 1000 = whole; below 1000 only with one device,
 *     0 only without
 * @param deviceMemoryBytes device memory needed on each device; absent = unknown
 * @param models admissible device models; empty admits any
 * @param durationSeconds run time; absent = unknown. For {@link EndState#RUNNING} a lower bound
 * @param limitSeconds run time that the user asked for; absent = none
 * @param queue the tenant or service class that submitted it
 * @param user who submitted it; empty = unknown
 * @param priority larger goes first
 * @param kind what it is for
 * @param endState how it ended
 * @param deadlineSeconds when it has to be done, seconds from the start of the trace; absent = none
 * @param name name that its repetitions share; absent = unknown
 * @param modelName row of the speed tables, such as {@code resnet50}; absent = unknown
 * @param extra what only one trace knows, such as {@code steps} or {@code batch_size}, by column
 *     name
 */
public record TraceJob(
    String job,
    double submitSeconds,
    int tasks,
    long cpuMilli,
    long memoryBytes,
    int devices,
    int deviceMilli,
    OptionalLong deviceMemoryBytes,
    List<String> models,
    OptionalDouble durationSeconds,
    OptionalDouble limitSeconds,
    String queue,
    String user,
    int priority,
    JobKind kind,
    EndState endState,
    OptionalDouble deadlineSeconds,
    Optional<String> name,
    Optional<String> modelName,
    SortedMap<String, String> extra) {

  /** A whole device, in the unit of {@link #deviceMilli}. */
  public static final int WHOLE_DEVICE = 1000;

  /** Refuses what the canonical form forbids. */
  public TraceJob {
    if (job.isEmpty() || queue.isEmpty()) {
      throw new IllegalArgumentException("a job of a trace has an id and a queue");
    }
    if (!(submitSeconds >= 0) || Double.isInfinite(submitSeconds)) {
      throw new IllegalArgumentException(job + ": submitted at " + submitSeconds + " s");
    }
    if (tasks < 1 || cpuMilli < 0 || memoryBytes < 0 || devices < 0) {
      throw new IllegalArgumentException(job + ": asks for a negative amount or no task");
    }
    boolean sound =
        switch (devices) {
          case 0 -> deviceMilli == 0;
          case 1 -> deviceMilli > 0 && deviceMilli <= WHOLE_DEVICE;
          default -> deviceMilli == WHOLE_DEVICE;
        };
    if (!sound) {
      throw new IllegalArgumentException(
          job + ": asks for " + deviceMilli + " milli of each of " + devices + " devices");
    }
  }

  /** Device request of the whole job, in thousandths of a device: tasks × devices × share. */
  public long totalDeviceMilli() {
    return (long) tasks * devices * deviceMilli;
  }

  /** The same job under another id. */
  public TraceJob withJob(String id) {
    return new TraceJob(
        id,
        submitSeconds,
        tasks,
        cpuMilli,
        memoryBytes,
        devices,
        deviceMilli,
        deviceMemoryBytes,
        models,
        durationSeconds,
        limitSeconds,
        queue,
        user,
        priority,
        kind,
        endState,
        deadlineSeconds,
        name,
        modelName,
        extra);
  }

  /** The same job with another run time. */
  public TraceJob lasting(OptionalDouble seconds) {
    return new TraceJob(
        job,
        submitSeconds,
        tasks,
        cpuMilli,
        memoryBytes,
        devices,
        deviceMilli,
        deviceMemoryBytes,
        models,
        seconds,
        limitSeconds,
        queue,
        user,
        priority,
        kind,
        endState,
        deadlineSeconds,
        name,
        modelName,
        extra);
  }

  /** The same job, submitted at another time; a deadline keeps its distance to the submission. */
  public TraceJob submittedAt(double seconds) {
    OptionalDouble deadline =
        deadlineSeconds.isPresent()
            ? OptionalDouble.of(deadlineSeconds.getAsDouble() - submitSeconds + seconds)
            : deadlineSeconds;
    return new TraceJob(
        job,
        seconds,
        tasks,
        cpuMilli,
        memoryBytes,
        devices,
        deviceMilli,
        deviceMemoryBytes,
        models,
        durationSeconds,
        limitSeconds,
        queue,
        user,
        priority,
        kind,
        endState,
        deadline,
        name,
        modelName,
        extra);
  }
}
