package dev.weir.cli.drill;

import dev.weir.api.wire.JobSummary;
import dev.weir.model.job.JobState;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was promised to clients against what the server says in the end: no acknowledged job is lost
 * or known twice, every job completed and ran, and no task ran twice in one incarnation.
 *
 * @param acknowledged ids by the jobs' names
 */
record SubmissionCheck(Map<String, String> acknowledged, StartLedger ledger) {
  /**
   * @param jobs all that the server knows
   */
  void note(List<JobSummary> jobs, Outcome.Notes notes) throws IOException {
    Map<String, JobSummary> known = new LinkedHashMap<>();
    for (JobSummary job : jobs) {
      notes.kept(known.put(job.name(), job) == null, "%s was submitted twice", job.name());
    }
    int lost = 0;
    for (Map.Entry<String, String> answer : acknowledged.entrySet()) {
      JobSummary job = known.get(answer.getKey());
      boolean there = job != null && job.id().equals(answer.getValue());
      lost += there ? 0 : 1;
      notes.kept(
          there, "%s was acknowledged as %s and is lost", answer.getKey(), answer.getValue());
    }
    Map<String, Integer> starts = ledger.startsByJob();
    for (JobSummary job : known.values()) {
      notes.kept(
          job.state() == JobState.COMPLETED && starts.containsKey(job.name()),
          "%s ended as %s after %d starts",
          job.name(),
          job.state(),
          starts.getOrDefault(job.name(), 0));
    }
    List<String> doubles = ledger.doubles();
    doubles.forEach(line -> notes.kept(false, "started twice: %s", line));
    notes
        .figure("jobs", known.size())
        .figure("acknowledged", acknowledged.size())
        .figure("acknowledged_lost", lost)
        .figure("double_starts", doubles.size())
        .figure("starts", starts.values().stream().mapToInt(i -> i).sum());
  }
}
