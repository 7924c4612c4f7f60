package dev.weir.api.wire;

import java.util.List;
import java.util.Optional;

/**
 * What was submitted, durably.
 *
 * @param sequence turn of the journal; 0 for a dry run
 * @param jobs in the order of the documents; an array gives one for each element
 * @param repeated the key was known, and this is the first answer again
 */
public record SubmitAnswer(long sequence, List<Submitted> jobs, boolean repeated) {
  public SubmitAnswer {
    jobs = List.copyOf(jobs);
  }

  /**
   * A job that was submitted.
   *
   * @param id empty for a dry run
   * @param refused why it can never run, when others of the request can
   */
  public record Submitted(String id, String name, Optional<String> refused) {}
}
