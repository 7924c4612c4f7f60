package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Doc;
import dev.weir.model.queue.QueueSpec;
import java.util.List;

/** The tenants' tree on its own, for a fleet whose nodes are observed and not described. */
@Kind("Queues")
@Doc("The tenants' tree.")
public record QueuesFile(
    @Doc("The top queues.") @NotEmpty @Synonyms("tenants") List<QueueEntry> queues)
    implements Checked {

  @Override
  public void check(Findings findings) {
    QueueEntry.requireDistinct(findings, queues);
  }

  /** The queues in the words of the model, parents before their children. */
  public List<QueueSpec> toSpecs() {
    return ClusterBuilder.queues(queues);
  }
}
