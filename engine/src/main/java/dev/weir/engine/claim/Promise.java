package dev.weir.engine.claim;

import dev.weir.engine.ledger.Holding;
import dev.weir.model.id.JobId;
import java.util.List;

/**
 * All room that belongs to one waiting job.
 *
 * @param from when it begins to be the job's, journal time in ms
 * @param until expected end of the job when it starts then; {@link Long#MAX_VALUE} = never
 */
public record Promise(
    JobId job, Claim.Kind kind, long from, long until, List<Holding.Place> places) {
  public Promise {
    places = List.copyOf(places);
    if (until <= from) {
      throw new IllegalArgumentException(
          "the claim of job " + job + " ends at " + until + ", not after its start " + from);
    }
  }
}
