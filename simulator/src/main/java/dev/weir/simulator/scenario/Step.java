package dev.weir.simulator.scenario;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Inline;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import java.time.Duration;
import java.util.Optional;

/** Something that happens at a time. */
@Doc("Something that happens at a time, once or several times.")
public record Step(
    @Doc("When, counted from the start.") @Default("0s") @Synonyms({"time", "t", "when"})
        Duration at,
    @Doc("Time between two repetitions.") @Synonyms({"interval"}) Optional<Duration> every,
    @Doc("How often; jobs submitted more than once are called name-0, name-1 and so on.")
        @Range(min = 1, max = 100_000)
        @Default("1")
        @Synonyms({"repeat", "count"})
        int times,
    @Inline Deed deed)
    implements Checked {

  @Override
  public void check(Findings findings) {
    if (times > 1 && every.isEmpty()) {
      findings.report("times", "needs the time between two repetitions", "every");
    }
    if (times == 1 && every.isPresent()) {
      findings.report("every", "needs the number of repetitions", "times of 2 or more");
    }
  }

  /** Time of a repetition, counted from 0. */
  public Duration at(int repetition) {
    return at.plus(every.orElse(Duration.ZERO).multipliedBy(repetition));
  }

  /** Time of the last repetition. */
  public Duration last() {
    return at(times - 1);
  }
}
