package dev.weir.simulator.replay;

import dev.weir.model.event.Event;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.StartWindow;
import dev.weir.model.reservation.Reservation;
import java.time.Instant;
import java.util.Optional;

/**
 * Moves recorded times, which count from 1970, to those of a simulation, which begins at 0.
 *
 * @param base recorded time that becomes 0, ms
 */
record Shift(long base) {
  long at(long recorded) {
    return Math.max(0, recorded - base);
  }

  Event event(Event event) {
    return switch (event) {
      case Event.JobSubmitted(JobSpec job) -> new Event.JobSubmitted(job(job));
      case Event.ReservationMade(Reservation r) ->
          new Event.ReservationMade(
              new Reservation(
                  r.name(),
                  r.room(),
                  r.queues(),
                  r.users(),
                  instant(r.from()),
                  r.until().map(this::instant)));
      default -> event; // names no time
    };
  }

  JobSpec job(JobSpec job) {
    Optional<Instant> notBefore = job.window().notBefore().map(this::instant);
    Optional<Instant> deadline = job.window().deadline().map(this::instant);
    return new JobSpec(
        job.id(),
        job.name(),
        job.queue(),
        job.user(),
        job.kind(),
        job.priority(),
        job.roles(),
        job.topology(),
        job.timeLimit(),
        new StartWindow(notBefore, deadline),
        job.dependencies(),
        job.disruption(),
        job.reservation(),
        job.maxRestarts(),
        job.labels());
  }

  private Instant instant(Instant recorded) {
    return recorded.minusMillis(base);
  }
}
