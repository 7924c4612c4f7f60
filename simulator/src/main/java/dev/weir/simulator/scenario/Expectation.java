package dev.weir.simulator.scenario;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Inline;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import java.time.Duration;
import java.util.Optional;

/** Something that must be true: at a time, by a time, for a while, always, or in the end. */
@Doc(
    "Something that must be true. Without a time: in the end. It is looked at when all that is due"
        + " at one time has happened.")
public record Expectation(
    @Doc("At this time.") @Synonyms({"time", "t"}) Optional<Duration> at,
    @Doc("At some time up to this one.") @Synonyms({"within", "before"}) Optional<Duration> by,
    @Doc("From this time on, without interruption.") @Synonyms({"since", "after"})
        Optional<Duration> from,
    @Doc("Up to this time, without interruption; left out beside from: to the end.")
        Optional<Duration> until,
    @Doc("True: at all times, from the start to the end.") @Default("false") boolean always,
    @Inline Check check)
    implements Checked {

  @Override
  public void check(Findings findings) {
    int ways =
        (at.isPresent() ? 1 : 0)
            + (by.isPresent() ? 1 : 0)
            + (from.isPresent() || until.isPresent() ? 1 : 0)
            + (always ? 1 : 0);
    if (ways > 1) {
      findings.report(
          at.isPresent() ? "at" : by.isPresent() ? "by" : "always",
          "excludes the other times beside it",
          "one of at, by, from with until, always");
    }
    if (from.isPresent() && until.isPresent() && until.get().compareTo(from.get()) < 0) {
      findings.report("until", "is before from");
    }
    if (check.trueAtFirst() && by.isPresent()) {
      findings.report(
          "by",
          "says nothing here: it is true at the start, before anything happened",
          "at or always");
    }
  }

  /** Whether it is looked at once, when all is over. */
  public boolean inTheEnd() {
    return at.isEmpty() && by.isEmpty() && !lasting();
  }

  /** Whether it must hold without interruption. */
  public boolean lasting() {
    return always || from.isPresent() || until.isPresent();
  }

  /** The last time that it names. */
  Optional<Duration> last() {
    return at.or(() -> by).or(() -> until).or(() -> from);
  }
}
