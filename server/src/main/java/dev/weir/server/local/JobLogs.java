package dev.weir.server.local;

import dev.weir.api.wire.LogChunk;
import dev.weir.api.wire.LogFile;
import dev.weir.driver.local.logs.LogFile.Stream;
import dev.weir.driver.local.logs.LogPart;
import dev.weir.driver.local.logs.Logs;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.Role;
import dev.weir.server.access.Caller;
import dev.weir.server.job.KnownJobs;
import dev.weir.server.problem.Refusal;
import dev.weir.store.AllocationRow;
import dev.weir.store.JobRow;
import dev.weir.store.Reads;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Logs of jobs of this machine, for those who may read them. A log is named by incarnation, role,
 * task and stream; no part of a path is ever taken from a request.
 */
public final class JobLogs {
  /** Most bytes of one answer. */
  public static final int MOST = Logs.LARGEST_PART;

  private final Logs logs;
  private final Reads reads;
  private final KnownJobs jobs;

  /**
   * @param local the local world's folder
   */
  public JobLogs(Path local, Reads reads, KnownJobs jobs) {
    logs = new Logs(local);
    this.reads = reads;
    this.jobs = jobs;
  }

  /** Which log; what is left out is the newest incarnation, the first role, task 0, stdout. */
  public record Which(
      OptionalInt incarnation, Optional<String> role, OptionalInt task, Optional<String> stream) {}

  /** One log of a job. */
  public record Log(dev.weir.driver.local.logs.LogFile file) {}

  /** The logs of a job, newest start first. */
  public List<LogFile> files(Caller caller, String id) throws IOException {
    JobRow job = jobs.owned(caller, id);
    List<Role> roles = jobs.spec(job.id()).roles();
    List<LogFile> files = new ArrayList<>();
    for (AllocationRow allocation : reads.allocations(job.id()).reversed()) {
      for (var log : logs.of(allocation.id(), allocation.incarnation())) {
        files.add(
            new LogFile(
                log.incarnation(),
                log.allocation().toString(),
                roles.get(log.role()).name(),
                log.task(),
                word(log.stream()),
                log.size(),
                log.changedAt()));
      }
    }
    return files;
  }

  /**
   * The log that is meant.
   *
   * @throws Refusal there is none that the caller may read
   */
  public Log find(Caller caller, String id, Which which) throws IOException {
    JobRow job = jobs.owned(caller, id);
    int role = role(jobs.spec(job.id()), which.role());
    Stream stream = stream(which.stream());
    AllocationRow allocation = allocation(job, which.incarnation());
    int task = which.task().orElse(0);
    return logs.find(allocation.id(), allocation.incarnation(), role, task, stream)
        .map(Log::new)
        .orElseThrow(
            () ->
                Refusal.notFound(
                    "log", "task %d of %s, %s".formatted(task, job.id(), word(stream))));
  }

  private static int role(JobSpec spec, Optional<String> name) {
    List<String> roles = spec.roles().stream().map(Role::name).toList();
    int role = name.map(roles::indexOf).orElse(0);
    if (role < 0) {
      throw Refusal.notOneOf("query", "role", name.orElse(""), roles);
    }
    return role;
  }

  private static Stream stream(Optional<String> name) {
    String wanted = name.orElse("stdout");
    return Arrays.stream(Stream.values())
        .filter(s -> word(s).equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                Refusal.notOneOf(
                    "query",
                    "stream",
                    wanted,
                    Arrays.stream(Stream.values()).map(JobLogs::word).toList()));
  }

  private static String word(Stream stream) {
    return stream.name().toLowerCase(Locale.ROOT);
  }

  private AllocationRow allocation(JobRow job, OptionalInt incarnation) {
    return reads.allocations(job.id()).stream()
        .filter(a -> incarnation.isEmpty() || a.incarnation() == incarnation.getAsInt())
        .reduce((_, b) -> b)
        .orElseThrow(
            () ->
                Refusal.notFound(
                    "log",
                    incarnation.isPresent()
                        ? "incarnation " + incarnation.getAsInt() + " of " + job.id()
                        : job.id() + ", which has not started yet"));
  }

  /** Bytes of a log from a place on. */
  public LogChunk read(Log log, long from, int most) throws IOException {
    LogPart part = logs.read(log.file(), from, most);
    return new LogChunk(part.offset(), part.next(), part.end(), part.text());
  }

  /** Where the last lines of a log begin. */
  public long tail(Log log, int lines) throws IOException {
    return logs.tail(log.file(), lines);
  }

  /** Waits until there is more than {@code from}, nothing more will come, or the time is over. */
  public Log await(Log log, long from, Duration longest) throws IOException, InterruptedException {
    return new Log(logs.await(log.file(), from, longest));
  }
}
