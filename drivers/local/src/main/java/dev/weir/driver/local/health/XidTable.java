package dev.weir.driver.local.health;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.Range;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** The table of errors. The one that Weir brings is {@code xid.yaml} beside this class. */
@Kind("XidTable")
@Doc("What follows from the errors that NVIDIA's driver reports.")
public record XidTable(
    @Doc("The rules; an error stands in one of them.") @NotEmpty List<Rule> rules)
    implements Checked {
  private static final String FILE = "xid.yaml";

  /** What follows from some errors. */
  @Doc("A rule for some errors.")
  public record Rule(
      @Doc("Numbers of the errors.") @NotEmpty List<Integer> xids,
      @Doc("What it means, for people.") String meaning,
      @Doc("The vendor's word for what to do.") String bucket,
      @Doc("What is advised, in this order.") @NotEmpty List<Step> steps,
      @Doc("What is advised when it happens again and again.") Optional<Repeated> repeated,
      @Doc("What is advised when another error accompanies it.") Optional<Companion> companion,
      @Doc("Whether a kill of ours explains it.") @Default("false") boolean expectedAfterOwnKill,
      @Doc("Whether the driver prints what to do.") @Default("false") boolean printed) {}

  /** An error that comes again. */
  @Doc("An error that comes again on the same device.")
  public record Repeated(
      @Doc("How many reports.") @Range(min = 2, max = 1000) int count,
      @Doc("In which time.") Duration within,
      @Doc("Whether the reports of one task count once.") @Default("false") boolean byTasks,
      @Doc("What is advised.") @NotEmpty List<Step> steps) {}

  /** An error that comes with another. */
  @Doc("Another error on the same device at about the same time.")
  public record Companion(
      @Doc("Numbers of the other; empty: any.") List<Integer> xids,
      @Doc("How far apart.") Duration within,
      @Doc("What is advised.") @NotEmpty List<Step> steps) {}

  public XidTable {
    rules = List.copyOf(rules);
  }

  /** The table that Weir brings. */
  public static XidTable builtIn() {
    try (InputStream in = XidTable.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + FILE);
      }
      return DocumentReader.of(XidTable.class).documents(FILE, in).getFirst().value();
    } catch (IOException broken) {
      throw new IllegalStateException("the program's file " + FILE + " cannot be read", broken);
    }
  }

  /** The rule of an error. */
  public Optional<Rule> rule(int xid) {
    return rules.stream().filter(rule -> rule.xids().contains(xid)).findFirst();
  }

  @Override
  public void check(Findings findings) {
    var seen = new HashSet<Integer>();
    for (int r = 0; r < rules.size(); r++) {
      List<Integer> xids = rules.get(r).xids();
      for (int i = 0; i < xids.size(); i++) {
        if (!seen.add(xids.get(i))) {
          findings.report("rules[%d].xids[%d]".formatted(r, i), "stands in two rules");
        }
      }
    }
  }
}
