package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.id.QueueId;
import dev.weir.model.queue.QueueSpec;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A queue with the queues below it. */
@Doc("A queue of the tenants' tree, with the queues below it.")
public record QueueEntry(
    @Doc("Short name; a job names the path, such as research/vision.")
        @Matches(value = Names.FORM, meaning = Names.MEANING)
        String name,
    @Doc("What the queue can always have back; left out: nothing.")
        @Default("{}")
        @Synonyms({"deserved", "nominalQuota", "guarantee", "quota", "min"})
        Amounts guaranteed,
    @Doc("What the queue can never exceed; a resource that is left out has no limit.")
        @Default("{}")
        @Synonyms({"capability", "max", "maximum", "hardLimit", "borrowingLimit"})
        Amounts limit,
    @Doc("The queue's part of what is left over, relative to its siblings; more than 0.")
        @Default("1")
        @Synonyms({"share", "fairShare"})
        double weight,
    @Doc("Half-life of remembered usage; 0s = only what is booked now counts.") @Default("0s")
        Duration halfLife,
    @Doc("The queues below.") @Synonyms({"children", "subQueues"}) List<QueueEntry> queues)
    implements Checked {

  @Override
  public void check(Findings findings) {
    if (!(weight > 0)) {
      findings.report("weight", "gives the queue nothing", "a number above 0");
    }
    Map<String, Long> most = limit.toResources();
    guaranteed
        .toResources()
        .forEach(
            (resource, amount) -> {
              Long bound = most.get(resource);
              if (bound != null && bound < amount) {
                findings.report(
                    "limit", "is below what is guaranteed of " + resource, "at least as much");
              }
            });
    requireDistinct(findings, queues);
  }

  static void requireDistinct(Findings findings, List<QueueEntry> queues) {
    var names = new HashSet<String>();
    for (int i = 0; i < queues.size(); i++) {
      if (!names.add(queues.get(i).name())) {
        findings.report("queues[" + i + "].name", "names a queue twice");
      }
    }
  }

  /** Adds this queue and those below it, parents first. */
  void addTo(Optional<QueueId> parent, List<QueueSpec> specs) {
    var id = new QueueId(parent.map(p -> p.value() + "/" + name).orElse(name));
    specs.add(
        new QueueSpec(
            id,
            parent,
            guaranteed.toResources(),
            limit.toResources(),
            weight,
            halfLife.toSeconds()));
    queues.forEach(queue -> queue.addTo(Optional.of(id), specs));
  }
}
