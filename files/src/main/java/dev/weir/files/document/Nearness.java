package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.model.doc.Doc;
import dev.weir.model.job.TopologyRule;
import java.util.Optional;

/** Nearness of tasks, by a level of the topology. */
@Doc("Nearness of tasks, by levels of the cluster's topology; node is always the last level.")
public record Nearness(
    @Doc("All tasks inside one domain of this level, or the job waits.") Optional<String> require,
    @Doc("Tightest level that is worth looking for; wider ones are taken when it has no room.")
        Optional<String> prefer)
    implements Checked {

  @Override
  public void check(Findings findings) {
    if (require.isEmpty() && prefer.isEmpty()) {
      findings.report("", "says nothing", "require or prefer");
    }
  }

  TopologyRule toRule() {
    return new TopologyRule(require, prefer);
  }
}
