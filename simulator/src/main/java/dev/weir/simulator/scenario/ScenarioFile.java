package dev.weir.simulator.scenario;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.Synonyms;
import dev.weir.files.document.ClusterFile;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One scenario. A file may hold several, separated by {@code ---}. */
@Kind("Scenario")
@Doc(
    "A cluster, what happens to it and when, and what must be true. Times count from the start of"
        + " the scenario; where a moment with a date is asked for, the start is"
        + " 1970-01-01T00:00:00Z.")
public record ScenarioFile(
    @Doc("What is tested, in a few words.")
        @Matches(value = "\\S.*", meaning = "a few words")
        @Synonyms({"title", "scenario"})
        String name,
    @Doc("Where the story comes from, such as an issue of another project.")
        @Default("")
        @Synonyms({"origin", "reference"})
        String source,
    @Doc("What went wrong where it was seen, or why the rule matters.")
        @Default("")
        @Synonyms({"description", "reason"})
        String why,
    @Doc(
            "What must be there beside the simulated world. A run that lacks one of them skips the"
                + " scenario and says so by name.")
        @Synonyms({"requires"})
        List<Need> needs,
    @Doc("The policy, by name or with changes.") @Default("weir") PolicyChoice policy,
    @Doc("The cluster with its queues; may be left out only beside needs.")
        Optional<ClusterFile> cluster,
    @Doc("How the simulated world behaves.") @Default("{}") World world,
    @Doc("What happens, and when; entries of the same time happen in their order.")
        @Synonyms({"events", "steps", "given"})
        List<Step> timeline,
    @Doc("What must be true.") @Synonyms({"expectations", "asserts", "then"})
        List<Expectation> expect,
    @Doc(
            "When the scenario ends; left out: when nothing more happens by itself, at the latest"
                + " after 30 days.")
        @Synonyms({"end", "duration", "horizon"})
        Optional<Duration> until,
    @Doc("Seed of the draws among equals.") @Default("1") long seed)
    implements Checked {

  /** End of a scenario in which something happens for ever. */
  public static final Duration LONGEST = Duration.ofDays(30);

  @Override
  public void check(Findings findings) {
    policy.checkNames(findings.in("policy"));
    if (cluster.isEmpty()) {
      if (needs.isEmpty() || !timeline.isEmpty() || !expect.isEmpty()) {
        findings.report("cluster", "is missing", "a cluster");
      }
      return;
    }
    if (cluster.get().domains().size() > 1) {
      findings.report("cluster.domains", "are several", "one domain, because one world is played");
    }
    if (expect.isEmpty()) {
      findings.report("expect", "is missing", "at least one expectation");
    }
    Names names = Names.of(this);
    for (int i = 0; i < timeline.size(); i++) {
      Step step = timeline.get(i);
      step.deed().check(findings.in("timeline[" + i + "]." + step.deed().word()), names);
    }
    for (int i = 0; i < expect.size(); i++) {
      Expectation expected = expect.get(i);
      expected.check().check(findings.in("expect[" + i + "]." + expected.check().word()), names);
    }
    until.ifPresent(end -> checkEnd(findings, end));
  }

  private void checkEnd(Findings findings, Duration end) {
    for (int i = 0; i < timeline.size(); i++) {
      if (timeline.get(i).last().compareTo(end) > 0) {
        findings.report("timeline[" + i + "]", "is after the end of the scenario");
      }
    }
    for (int i = 0; i < expect.size(); i++) {
      if (expect.get(i).last().filter(last -> last.compareTo(end) > 0).isPresent()) {
        findings.report("expect[" + i + "]", "is after the end of the scenario");
      }
    }
  }
}
