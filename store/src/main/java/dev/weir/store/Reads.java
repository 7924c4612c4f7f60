package dev.weir.store;

import dev.weir.control.Turn;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.JobState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Questions to the read models. They see what is committed and do not disturb the writer. From any
 * thread; a question that cannot be answered for want of the database throws {@link StoreFailure}.
 */
public interface Reads {
  /** Largest page. */
  int MOST = 1000;

  /**
   * Jobs, the newest submission first.
   *
   * @param before the {@code next} of the page before; empty = from the newest
   * @param limit 1 to {@link #MOST}
   */
  Page<JobRow> jobs(JobFilter filter, OptionalLong before, int limit);

  Optional<JobRow> job(JobId id);

  Optional<JobSpec> spec(JobId id);

  /** Number of jobs in each state; states without a job are left out. */
  Map<JobState, Long> countsByState();

  /** The allocations of a job in the order of their decisions. */
  List<AllocationRow> allocations(JobId id);

  /** What happened to a job, in order. */
  List<TimelineEntry> timeline(JobId id);

  /** What a job held and holds, in order. */
  List<Segment> segments(JobId id);

  /**
   * Metered usage, ordered by hour, queue, user, domain, model. What is held now counts up to
   * {@code now}.
   *
   * @param now journal time, ms
   */
  List<UsageRow> usage(UsageFilter filter, long now);

  Optional<Setting> setting(String name);

  /** Settings whose names begin so, by name. */
  List<Setting> settings(String prefix);

  /** The answer that a person's request under this key got. */
  Optional<Answered> byKey(String by, String key);

  /**
   * The audit log, newest first.
   *
   * @param by of this person only
   * @param before the {@code next} of the page before
   * @param limit 1 to {@link #MOST}
   */
  Page<AuditEntry> audit(Optional<String> by, OptionalLong before, int limit);

  /**
   * Turns after a sequence in order, for followers and streams.
   *
   * @param limit most turns
   */
  List<Turn> turnsAfter(long sequence, int limit);
}
