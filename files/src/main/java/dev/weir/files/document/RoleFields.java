package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Inline;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.job.Role;
import dev.weir.model.job.TopologyRule;
import dev.weir.model.job.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Tasks of one shape; stands in each role, or directly in a job that has only one. */
@Doc("Tasks of one shape.")
public record RoleFields(
    @Doc("How many tasks.")
        @Range(min = 1, max = 1_000_000)
        @Default("1")
        @Synonyms({
          "replicas",
          "tasks",
          "numTasks",
          "ntasks",
          "parallelism",
          "minAvailable",
          "worldSize"
        })
        int count,
    @Doc("Other numbers of tasks that the job can run with, such as the multiples of TP x PP.")
        @Range(min = 1, max = 1_000_000)
        List<Integer> sizes,
    @Doc("The same as a range.") Optional<Elastic> elastic,
    @Doc("Cuts the tasks into groups that are placed near each other.") Optional<Groups> groups,
    @Doc("Other ways to run the same tasks, usually one per device model, in order of preference.")
        List<VariantFields> variants,
    @Inline TaskFields task)
    implements Checked {

  /** Numbers of tasks as a range. */
  @Doc("Numbers of tasks from min to max in steps.")
  public record Elastic(
      @Doc("Smallest number.") @Range(min = 1, max = 1_000_000) int min,
      @Doc("Largest number.") @Range(min = 1, max = 1_000_000) int max,
      @Doc("Difference between two neighbouring numbers.")
          @Range(min = 1, max = 1_000_000)
          @Default("1")
          int step)
      implements Checked {
    @Override
    public void check(Findings findings) {
      if (max < min) {
        findings.report("max", "is less than min", "at least " + min);
      }
    }

    boolean contains(int size) {
      return size >= min && size <= max && (size - min) % step == 0;
    }

    List<Integer> sizes() {
      var sizes = new ArrayList<Integer>();
      for (long size = min; size <= max; size += step) {
        sizes.add((int) size);
      }
      return sizes;
    }
  }

  /** Sub-groups. */
  @Doc("Groups of consecutive tasks, each with its own nearness.")
  public record Groups(
      @Doc("Tasks per group.") @Range(min = 1, max = 1_000_000) int size,
      @Doc("Level that each group must fit into.") Optional<String> require,
      @Doc("Tightest level that is worth looking for.") Optional<String> prefer)
      implements Checked {
    @Override
    public void check(Findings findings) {
      if (require.isEmpty() && prefer.isEmpty()) {
        findings.report("", "says nothing about nearness", "require or prefer");
      }
    }
  }

  /** A variant. */
  @Doc("One way to run the role's tasks; what it leaves out is as the role says.")
  public record VariantFields(
      @Doc("Short name, such as the vendor or the device model.")
          @Matches(value = Names.FORM, meaning = Names.MEANING)
          String name,
      @Doc("Tasks in this variant; left out: as many as the role has.")
          @Range(min = 1, max = 1_000_000)
          Optional<Integer> count,
      @Inline TaskFields task) {}

  @Override
  public void check(Findings findings) {
    if (elastic.isPresent() && !sizes.isEmpty()) {
      findings.report("elastic", "excludes sizes", "one of the two");
    }
    if (elastic.isPresent() && !elastic.get().contains(count)) {
      findings.report(
          "count",
          "is not one of the elastic sizes",
          "a number from min to max in steps of " + elastic.get().step());
    }
    groups.ifPresent(g -> checkGroups(findings, g));
    var names = new TreeSet<String>();
    for (int i = 0; i < variants.size(); i++) {
      if (!names.add(variants.get(i).name())) {
        findings.report("variants[" + i + "].name", "names a variant twice");
      }
    }
  }

  private void checkGroups(Findings findings, Groups cut) {
    for (int size : allSizes()) {
      if (size % cut.size() != 0) {
        findings.report(
            "groups.size", size + " tasks cannot be cut into such groups", "a divisor of " + size);
        return;
      }
    }
  }

  private List<Integer> allSizes() {
    var all = new TreeSet<>(elastic.map(Elastic::sizes).orElse(sizes));
    all.add(count);
    return List.copyOf(all);
  }

  /** The role in the words of the model. */
  Role toRole(String name, TopologyRule topology) {
    return new Role(
        name,
        count,
        allSizes(),
        variants.isEmpty() ? List.of(toVariant("default", 0, task)) : ownVariants(),
        topology,
        groups.map(g -> new Role.Groups(g.size(), new TopologyRule(g.require(), g.prefer()))));
  }

  private List<Variant> ownVariants() {
    return variants.stream()
        .map(v -> toVariant(v.name(), v.count().orElse(0), v.task().over(task)))
        .toList();
  }

  private static Variant toVariant(String name, int count, TaskFields fields) {
    return new Variant(name, count, fields.toRequest(), fields.toLaunch());
  }
}
