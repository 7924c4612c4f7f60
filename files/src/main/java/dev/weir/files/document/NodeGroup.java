package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.OneOrMany;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Shorthand;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.fleet.MigMode;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.Taint;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Nodes that are all alike. */
@Doc("One node, or many that are all alike.")
public record NodeGroup(
    @Doc("Name of the node; many nodes have a numbered range, such as gpu-[001-064], or a count.")
        @Synonyms({"names", "nodeName", "hostname"})
        NamePattern name,
    @Doc(
            "How many nodes there are, named name-0, name-1 and so on; left out with a numbered range.")
        @Range(min = 1, max = 1_000_000)
        @Synonyms({"replicas", "nodes"})
        Optional<Integer> count,
    @Doc("CPU of each node.") @Synonyms({"cpus", "cores"}) Cpu cpu,
    @Doc("Memory of each node.") @Synonyms({"mem", "ram"}) Bytes memory,
    @Doc("Most tasks at one time on each node.")
        @Range(min = 0, max = 100_000)
        @Default("1000")
        @Synonyms({"pods", "maxPods"})
        int maxTasks,
    @Doc("Devices of each node: MODEL:NUMBER, or a list when there are several kinds.")
        @Synonyms({"gpus", "gres", "accelerators"})
        @OneOrMany
        List<NodeDevices> devices,
    @Doc("Labels of each node.") Map<String, String> labels,
    @Doc(
            "How many nodes in a row share one domain of a level of the topology, by level; the"
                + " domains are numbered by themselves.")
        @Range(min = 1, max = 1_000_000)
        Map<String, Integer> perDomain,
    @Doc("Marks that keep tasks away unless they tolerate them.") List<TaintEntry> taints,
    @Doc("The domain that the nodes belong to; left out: the cluster.") Optional<String> domain,
    @Doc("False where the world itself picks the device, so that only counts are known.")
        @Default("true")
        boolean deviceIdentity)
    implements Checked {

  /** Devices of one kind. */
  @Doc("Devices of one kind, or MODEL:NUMBER.")
  public record NodeDevices(
      @Doc("Name of the model, from the catalogue or from deviceModels.")
          @Synonyms({"type", "product", "gpu"})
          String model,
      @Doc("How many.") @Range(min = 1, max = NodeSpec.MAX_DEVICES) @Default("1") int count,
      @Doc("Whether fractions may be placed on them.") @Default("true") boolean sharable,
      @Doc("Whether MIG instances are made when needed (dynamic), given (fixed), or not (off).")
          @Default("off")
          MigMode mig,
      @Doc("The MIG instances that exist on each of these devices, when mig is fixed.")
          List<Instance> layout)
      implements Checked {
    private static final Pattern FORM = Pattern.compile("([^:]+?)(?::([0-9]{1,4}))?");

    /** {@code A100-80:8}. */
    @Shorthand
    static NodeDevices named(String text) {
      Matcher form = FORM.matcher(text);
      int count = form.matches() && form.group(2) != null ? Integer.parseInt(form.group(2)) : 1;
      if (!form.matches() || count < 1 || count > NodeSpec.MAX_DEVICES) {
        throw new IllegalArgumentException("not MODEL:NUMBER with a number of 1 to 64");
      }
      return new NodeDevices(form.group(1), count, true, MigMode.OFF, List.of());
    }

    @Override
    public void check(Findings findings) {
      if (mig == MigMode.FIXED && layout.isEmpty()) {
        findings.report("layout", "is missing", "the instances of a fixed layout");
      }
      if (mig != MigMode.FIXED && !layout.isEmpty()) {
        findings.report("layout", "stands only where mig is fixed");
      }
    }
  }

  /** A MIG instance that exists. */
  @Doc("A MIG instance that exists.")
  public record Instance(
      @Doc("Its profile, such as 3g.40gb.") String profile,
      @Doc("Its first memory slice.") @Range(min = 0, max = 15) int start) {}

  /** A taint. */
  @Doc("A mark that keeps tasks away unless they tolerate it.")
  public record TaintEntry(
      @Doc("Its key.") @Matches(value = ".+", meaning = "a key") String key,
      @Doc("Its value.") @Default("") String value,
      @Doc("What it does.") @Default("no-schedule") Taint.Effect effect) {
    Taint toTaint() {
      return new Taint(key, value, effect);
    }
  }

  @Override
  public void check(Findings findings) {
    int devicesPerNode = devices.stream().mapToInt(NodeDevices::count).sum();
    if (devicesPerNode > NodeSpec.MAX_DEVICES) {
      findings.report(
          "devices", "are " + devicesPerNode + " per node", "at most " + NodeSpec.MAX_DEVICES);
    }
    if (name.numbered() && count.isPresent() && count.get() != name.names().size()) {
      findings.report(
          "count",
          "does not agree with the " + name.names().size() + " names",
          "no count beside a numbered range");
    }
  }

  /** The names of the nodes, in order. */
  public List<String> names() {
    if (name.numbered() || count.isEmpty()) {
      return name.names();
    }
    var names = new ArrayList<String>();
    for (int i = 0; i < count.get(); i++) {
      names.add(name.names().getFirst() + "-" + i);
    }
    return names;
  }
}
