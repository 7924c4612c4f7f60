package dev.weir.simulator.scenario;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Inline;
import dev.weir.files.bind.Synonyms;
import dev.weir.files.bind.Variant;
import dev.weir.files.document.JobFile;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.StartWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A job that is submitted, and what it really does. */
@Variant("submit")
@Doc("A job is submitted: the fields of a job file, and what the job really does.")
public record Submission(
    @Doc("How long it really runs, undisturbed; left out: it never ends by itself.")
        @Synonyms({"duration", "runtime", "work"})
        Optional<Duration> runs,
    @Doc("How it ends when its work is done.") @Default("completed") Ending ends,
    @Doc("Earliest start, counted from the start of the scenario.") Optional<Duration> earliest,
    @Inline JobFile job)
    implements Deed, Checked {

  /** How a job ends by itself. */
  public enum Ending {
    /** The work is done. */
    COMPLETED,
    /** It exits with an error of its own. */
    FAILED,
    /** Its user cancels it. */
    CANCELLED
  }

  @Override
  public void check(Findings findings) {
    if (earliest.isPresent() && job.notBefore().isPresent()) {
      findings.report("earliest", "excludes notBefore", "one of the two");
    }
  }

  @Override
  public void check(Findings at, Names names) {
    // What the cluster cannot give is the door's business: a scenario may be about just that.
  }

  /** The names that the repetition's jobs get. */
  List<String> names(int repetition, int times) {
    String base = base(repetition, times);
    if (job.array().isEmpty()) {
      return List.of(base);
    }
    return Arrays.stream(job.array().get().numbers()).mapToObj(n -> base + "-" + n).toList();
  }

  private String base(int repetition, int times) {
    return times == 1 ? job.name() : job.name() + "-" + repetition;
  }

  /**
   * The jobs of one repetition in the words of the model.
   *
   * @param named ids of the jobs that a dependency names
   */
  public List<JobSpec> toSpecs(
      int repetition, int times, Supplier<JobId> ids, Function<String, List<JobId>> named) {
    List<JobSpec> specs = job.toSpecs(ids, "someone", named);
    List<String> names = names(repetition, times);
    var renamed = new ArrayList<JobSpec>();
    for (int i = 0; i < specs.size(); i++) {
      renamed.add(with(specs.get(i), names.get(i)));
    }
    return renamed;
  }

  private JobSpec with(JobSpec spec, String name) {
    StartWindow window =
        earliest
            .map(e -> new StartWindow(Optional.of(Instant.EPOCH.plus(e)), job.deadline()))
            .orElse(spec.window());
    return new JobSpec(
        spec.id(),
        name,
        spec.queue(),
        spec.user(),
        spec.kind(),
        spec.priority(),
        spec.roles(),
        spec.topology(),
        spec.timeLimit(),
        window,
        spec.dependencies(),
        spec.disruption(),
        spec.reservation(),
        spec.maxRestarts(),
        spec.labels());
  }
}
