package dev.weir.server.job;

import dev.weir.control.Origin;
import dev.weir.model.event.Event;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobState;
import dev.weir.server.access.Caller;
import dev.weir.server.problem.Refusal;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.store.JobRow;
import java.util.List;
import java.util.Optional;

/** What people do to their jobs. Each becomes a fact, durable before the answer. */
public final class JobCommands {
  private final ServerRuntime runtime;
  private final KnownJobs jobs;

  public JobCommands(ServerRuntime runtime, KnownJobs jobs) {
    this.runtime = runtime;
    this.jobs = jobs;
  }

  /** Ends a job; one that has ended stays as it is. */
  public JobId cancel(Caller caller, String id, String via) {
    JobRow job = jobs.owned(caller, id);
    if (!job.state().ended()) {
      state(caller, via, new Event.JobCancelled(job.id(), caller.name()));
    }
    return job.id();
  }

  /** Suspends a job until somebody resumes it. */
  public JobId suspend(Caller caller, String id, String via) {
    JobRow job = living(caller, id);
    state(caller, via, new Event.JobSuspended(job.id(), caller.name()));
    return job.id();
  }

  /** Lets a suspended job go on. */
  public JobId resume(Caller caller, String id, String via) {
    JobRow job = living(caller, id);
    if (job.suspendedBy().isEmpty() && job.state() != JobState.SUSPENDED) {
      throw Refusal.conflict("job %s is %s and not suspended".formatted(job.id(), word(job)));
    }
    state(caller, via, new Event.JobResumed(job.id(), caller.name()));
    return job.id();
  }

  /** Gives a job another priority. */
  public JobId priority(Caller caller, String id, int priority, String via) {
    JobRow job = living(caller, id);
    state(caller, via, new Event.PriorityChanged(job.id(), priority, caller.name()));
    return job.id();
  }

  private JobRow living(Caller caller, String id) {
    JobRow job = jobs.owned(caller, id);
    if (job.state().ended()) {
      throw Refusal.conflict("job %s has ended: it is %s".formatted(job.id(), word(job)));
    }
    return job;
  }

  private static String word(JobRow job) {
    return job.state().name().toLowerCase(java.util.Locale.ROOT);
  }

  private void state(Caller caller, String via, Event event) {
    runtime.submit(List.of(event), Origin.of(caller.name(), via, Optional.empty()));
  }
}
