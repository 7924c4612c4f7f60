package dev.weir.model.job;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Tasks of one shape.
 *
 * @param count tasks wished for
 * @param sizes other counts that the role can run with, for elastic jobs (e.g. multiples of TP ×
 *     PP), ascending; {@code count} always belongs to them; one entry = rigid
 * @param variants at least one, in order of preference
 * @param topology nearness of all tasks of the role
 * @param groups sub-groups, for example 16 tasks as 4 groups of 4, each inside one NVLink domain
 */
public record Role(
    String name,
    int count,
    List<Integer> sizes,
    List<Variant> variants,
    TopologyRule topology,
    Optional<Groups> groups) {

  /** Sub-groups of {@code size} consecutive tasks, each obeying {@code topology}. */
  public record Groups(int size, TopologyRule topology) {}

  public Role {
    TreeSet<Integer> all = new TreeSet<>(sizes);
    all.add(count);
    sizes = List.copyOf(all);
    variants = List.copyOf(variants);
    if (count < 1 || sizes.getFirst() < 1) {
      throw new IllegalArgumentException("role " + name + " needs at least 1 task");
    }
    if (variants.isEmpty()) {
      throw new IllegalArgumentException("role " + name + " needs at least one variant");
    }
    if (groups.isPresent() && count % groups.get().size() != 0) {
      throw new IllegalArgumentException(
          "role %s: %d tasks cannot be cut into groups of %d"
              .formatted(name, count, groups.get().size()));
    }
  }

  /** A rigid role of one variant without rules. */
  public static Role of(String name, int count, TaskRequest request) {
    return new Role(
        name,
        count,
        List.of(),
        List.of(new Variant("default", 0, request, Launch.NONE)),
        TopologyRule.ANYWHERE,
        Optional.empty());
  }

  public boolean elastic() {
    return sizes.size() > 1;
  }

  public int smallest() {
    return sizes.getFirst();
  }

  public int largest() {
    return sizes.getLast();
  }

  /** Tasks of the role in the given variant at the given size. */
  public int tasks(int variant, int size) {
    int own = variants.get(variant).count();
    return own == 0 ? size : own;
  }
}
