package dev.weir.driver.local.health;

import dev.weir.driver.local.inventory.Metric;
import dev.weir.files.bind.Checked;
import dev.weir.files.bind.DocumentReader;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.NotEmpty;
import dev.weir.model.doc.Doc;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The rules about what is measured. Those that Weir brings are {@code samples.yaml}. */
@Kind("SampleTable")
@Doc("What follows from values that are measured of devices.")
public record SampleTable(@Doc("The rules.") @NotEmpty List<Rule> rules) implements Checked {
  private static final String FILE = "samples.yaml";

  /** What follows from one value. */
  @Doc("A rule for one metric.")
  public record Rule(
      @Doc("Name in settings and reasons.") String name,
      @Doc("What it means, for people.") String meaning,
      @Doc("What is measured.") Metric metric,
      @Doc("A value that is too high for too long.") Optional<Above> above,
      @Doc("By how much it must grow between two looks.") Optional<Double> grows,
      @Doc("What is advised, in this order.") @NotEmpty List<Step> steps) {}

  /** A value that is too high for too long. */
  @Doc("A value that is too high for too long.")
  public record Above(
      @Doc("Values above this are too high.") double value,
      @Doc("How long without a break.") Duration lasting,
      @Doc("At or below this the device has recovered.") double recovered) {}

  public SampleTable {
    rules = List.copyOf(rules);
  }

  /** The table that Weir brings. */
  public static SampleTable builtIn() {
    try (InputStream in = SampleTable.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("the program lacks its file " + FILE);
      }
      return DocumentReader.of(SampleTable.class).documents(FILE, in).getFirst().value();
    } catch (IOException broken) {
      throw new IllegalStateException("the program's file " + FILE + " cannot be read", broken);
    }
  }

  /** The rule of a name. */
  public Optional<Rule> rule(String name) {
    return rules.stream().filter(rule -> rule.name().equals(name)).findFirst();
  }

  @Override
  public void check(Findings findings) {
    for (int r = 0; r < rules.size(); r++) {
      Rule rule = rules.get(r);
      if (rule.above().isPresent() == rule.grows().isPresent()) {
        findings.report("rules[%d]".formatted(r), "needs one of above and grows");
      }
      if (rule.above().filter(a -> a.recovered() > a.value()).isPresent()) {
        findings.report("rules[%d].above.recovered".formatted(r), "is above the value itself");
      }
    }
  }
}
