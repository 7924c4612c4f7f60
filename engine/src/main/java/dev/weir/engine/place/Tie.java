package dev.weir.engine.place;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.job.Role;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What ties a lost task to the rest of its gang.
 *
 * @param domain it must be inside
 * @param node the one node it must be on, if the rules say so
 * @param near a task of the gang that is still there; null when none is
 */
record Tie(Domain domain, @Nullable Node node, Holding.@Nullable Place near) {
  static Tie of(Job job, Holding.Place gone, List<Holding.Place> rest, Fleet fleet) {
    Tie tie = new Tie(fleet.root(), null, rest.isEmpty() ? null : rest.getFirst());
    Role role = job.spec.roles().get(gone.role());
    tie = tie.narrowed(job.spec.topology().require(), first(rest, p -> true), fleet);
    tie = tie.narrowed(role.topology().require(), first(rest, p -> p.role() == gone.role()), fleet);
    if (role.groups().isPresent()) {
      Role.Groups groups = role.groups().get();
      int group = gone.task() / groups.size();
      tie =
          tie.narrowed(
              groups.topology().require(),
              first(rest, p -> p.role() == gone.role() && p.task() / groups.size() == group),
              fleet);
    }
    return tie;
  }

  private static Holding.@Nullable Place first(
      List<Holding.Place> places, java.util.function.Predicate<Holding.Place> which) {
    return places.stream().filter(which).findFirst().orElse(null);
  }

  private Tie narrowed(Optional<String> level, Holding.@Nullable Place to, Fleet fleet) {
    if (level.isEmpty() || to == null) {
      return this;
    }
    if (level.get().equals(TopologySpec.NODE)) {
      return new Tie(domain, to.node(), near);
    }
    int number = fleet.level(level.get()).orElse(0);
    return number > domain.level && number < to.node().levels()
        ? new Tie(to.node().domainAt(number), node, near)
        : this;
  }

  /** The device model of the rest of the gang, for a task that asks for devices. */
  int pool(Ask ask) {
    if (near == null || ask.kind == Ask.Kind.NONE || near.devices().mask() == 0) {
      return DeviceOptions.ANY_POOL;
    }
    int device = Long.numberOfTrailingZeros(near.devices().mask());
    return near.node().nodeClass().poolOf[device];
  }
}
