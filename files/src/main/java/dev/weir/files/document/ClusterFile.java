package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Kind;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Shorthand;
import dev.weir.files.bind.Synonyms;
import dev.weir.files.catalogue.DeviceModelEntry;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.fleet.TopologySpec;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster as a person describes it. */
@Kind("Cluster")
@Doc("A cluster: its nodes and devices, its topology, its tenants' queues, what is set aside.")
public record ClusterFile(
    @Doc("Short name.") @Matches(value = Names.FORM, meaning = Names.MEANING) String name,
    @Doc("Device models that the built-in catalogue does not know, or knows wrongly.")
        List<DeviceModelEntry> deviceModels,
    @Doc(
            "Levels from the widest to the narrowest, without the node itself, which is always the last level.")
        @Synonyms({"levels", "topologyLevels"})
        List<Level> topology,
    @Doc("Scheduling domains; left out: one, named as the cluster.") List<DomainEntry> domains,
    @Doc("The nodes.") @NotEmpty @Synonyms({"nodeGroups", "nodePools", "hosts"})
        List<NodeGroup> nodes,
    @Doc("Counted licences by name.") @Range(min = 0) Map<String, Integer> licences,
    @Doc("The tenants' tree; left out: one queue named default.") @Synonyms({"tenants"})
        List<QueueEntry> queues,
    @Doc("Room set aside in advance.") List<ReservationEntry> reservations)
    implements Checked {

  /** A level of the topology. */
  @Doc("A level of the topology: its name, or its name and the label that names its domains.")
  public record Level(
      @Doc("Name of the level, such as rack.") @Matches(value = Names.FORM, meaning = Names.MEANING)
          String name,
      @Doc("Node label whose value names the node's domain; left out: the name of the level.")
          @Synonyms({"nodeLabel", "key"})
          Optional<String> label) {

    /** A level whose label has its name. */
    @Shorthand
    static Level named(String name) {
      return new Level(name, Optional.empty());
    }

    TopologySpec.Level toLevel() {
      return new TopologySpec.Level(name, label.orElse(name));
    }
  }

  /** A domain. */
  @Doc("A scheduling domain.")
  public record DomainEntry(
      @Doc("Short name.") @Matches(value = Names.FORM, meaning = Names.MEANING) String name,
      @Doc("What kind of place it is.") @Default("cloud") Tier tier,
      @Doc("Where it is.") Optional<String> region) {

    /** Kinds of places. */
    public enum Tier {
      CLOUD,
      EDGE,
      DEVICE
    }

    /** A domain by its name alone. */
    @Shorthand
    static DomainEntry named(String name) {
      return new DomainEntry(name, Tier.CLOUD, Optional.empty());
    }
  }

  @Override
  public void check(Findings findings) {
    distinct(findings, "deviceModels", deviceModels.stream().map(DeviceModelEntry::name).toList());
    distinct(findings, "topology", topology.stream().map(Level::name).toList());
    distinct(findings, "domains", domains.stream().map(DomainEntry::name).toList());
    distinct(findings, "reservations", reservations.stream().map(ReservationEntry::name).toList());
    QueueEntry.requireDistinct(findings, queues);
    for (int i = 0; i < topology.size(); i++) {
      if (topology.get(i).name().equals(TopologySpec.NODE)) {
        findings.report("topology[" + i + "]", "the node is always the last level", "other levels");
      }
    }
    new ClusterChecks(this, findings).run();
  }

  private static void distinct(Findings findings, String field, List<String> names) {
    var seen = new HashSet<String>();
    for (int i = 0; i < names.size(); i++) {
      if (!seen.add(names.get(i))) {
        findings.report(field + "[" + i + "]", "stands twice: " + names.get(i));
      }
    }
  }

  /** The cluster in the words of the model. */
  public Cluster toCluster() {
    return new ClusterBuilder(this).build();
  }
}
