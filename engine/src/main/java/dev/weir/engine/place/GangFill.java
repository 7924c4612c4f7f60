package dev.weir.engine.place;

import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Node;
import dev.weir.engine.ledger.NodeSet;
import dev.weir.engine.ledger.Trial;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.job.Role;
import dev.weir.model.job.TopologyRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Puts all tasks of a gang into one domain, or none. */
final class GangFill {
  private final Ledger ledger;
  private final Jobs jobs;
  private final NodeChooser chooser;
  private long decisions;

  GangFill(Ledger ledger, Jobs jobs, NodeChooser chooser) {
    this.ledger = ledger;
    this.jobs = jobs;
    this.chooser = chooser;
  }

  long work() {
    return decisions;
  }

  /** Books all tasks or returns empty; what was booked until then is the caller's trial to undo. */
  Optional<Placement> fill(
      Gang gang, Domain domain, @Nullable Node single, int pool, PlaceOptions options) {
    List<Holding.Place> places = new ArrayList<>(gang.total());
    for (int r : biggestFirst(gang)) {
      if (!fillRole(gang, r, domain, single, pool, options, places)) {
        return Optional.empty();
      }
    }
    if (gang.roles() > 1) {
      places.sort(
          Comparator.comparingInt(Holding.Place::role).thenComparingInt(Holding.Place::task));
    }
    return Optional.of(new Placement(gang.variants(), places));
  }

  private static int[] biggestFirst(Gang gang) {
    if (gang.roles() == 1) {
      return new int[1];
    }
    return IntStream.range(0, gang.roles())
        .boxed()
        .sorted(
            Comparator.comparingInt((Integer r) -> -gang.ask(r).count)
                .thenComparingLong(r -> -gang.ask(r).cpuMilli))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private boolean fillRole(
      Gang gang,
      int r,
      Domain domain,
      @Nullable Node single,
      int pool,
      PlaceOptions options,
      List<Holding.Place> places) {
    Role role = gang.role(r);
    TopologyRule rule = role.topology();
    if (single == null && rule.require().isPresent()) {
      return within(gang, r, 0, gang.tasks(r), rule.require().get(), domain, pool, options, places);
    }
    if (single == null && role.groups().isPresent()) {
      return fillGroups(gang, r, role.groups().get(), domain, pool, options, places);
    }
    return fillTasks(gang, r, 0, gang.tasks(r), domain, single, pool, options, places);
  }

  private boolean fillGroups(
      Gang gang,
      int r,
      Role.Groups groups,
      Domain domain,
      int pool,
      PlaceOptions options,
      List<Holding.Place> places) {
    int tasks = gang.tasks(r);
    for (int first = 0; first < tasks; first += groups.size()) {
      int last = Math.min(tasks, first + groups.size());
      Optional<String> level = groups.topology().require().or(groups.topology()::prefer);
      boolean done =
          level.isPresent()
              && within(gang, r, first, last, level.get(), domain, pool, options, places);
      boolean anywhere = groups.topology().require().isEmpty();
      if (!done
          && !(anywhere && fillTasks(gang, r, first, last, domain, null, pool, options, places))) {
        return false;
      }
    }
    return true;
  }

  /** Tasks [first, last) of the role inside one domain of the level that lies in {@code outer}. */
  private boolean within(
      Gang gang,
      int r,
      int first,
      int last,
      String level,
      Domain outer,
      int pool,
      PlaceOptions options,
      List<Holding.Place> places) {
    int before = places.size();
    if (level.equals(TopologySpec.NODE)) {
      for (Node node : nodesFor(gang.ask(r), last - first, outer)) {
        if (attempt(gang, r, first, last, outer, node, pool, options, places, before)) {
          return true;
        }
      }
      return false;
    }
    for (Domain inner : inner(outer, level, gang.ask(r))) {
      if (attempt(gang, r, first, last, inner, null, pool, options, places, before)) {
        return true;
      }
    }
    return false;
  }

  private boolean attempt(
      Gang gang,
      int r,
      int first,
      int last,
      Domain domain,
      @Nullable Node single,
      int pool,
      PlaceOptions options,
      List<Holding.Place> places,
      int before) {
    try (Trial trial = ledger.trial()) {
      if (fillTasks(gang, r, first, last, domain, single, pool, options, places)) {
        trial.commit();
        return true;
      }
    }
    places.subList(before, places.size()).clear();
    return false;
  }

  /** Domains of a level inside another, fewest sufficient free devices first. */
  private List<Domain> inner(Domain outer, String name, Ask ask) {
    Optional<Integer> level = ledger.fleet().level(name);
    if (level.isEmpty()) {
      return List.of();
    }
    List<Domain> found = new ArrayList<>(List.of(outer));
    while (!found.isEmpty() && found.getFirst().level < level.get()) {
      found = found.stream().flatMap(d -> d.children().stream()).toList();
    }
    if (found.isEmpty() || found.getFirst().level != level.get()) {
      return List.of();
    }
    int[] pools = ledger.fleet().pools().accepted(ask);
    return found.stream()
        .sorted(
            Comparator.comparingInt((Domain d) -> IntStream.of(pools).map(d::freeTotal).sum())
                .thenComparingInt(d -> d.index))
        .toList();
  }

  /** Nodes that may hold so many tasks of a request, fewest free devices first. */
  private List<Node> nodesFor(Ask ask, int tasks, Domain domain) {
    List<Node> nodes = new ArrayList<>();
    NodeSet members = domain.members();
    for (int n = members.first(); n >= 0; n = members.next(n + 1)) {
      Node node = ledger.fleet().node(n);
      if (ask.admits(node.nodeClass())
          && node.nodeClass().tasksOnEmpty(ask) >= tasks
          && (ask.kind != Ask.Kind.WHOLE || node.freeDevices() >= tasks * ask.count)
          && node.cpuFree() >= ask.cpuMilli * tasks
          && node.memoryFree() >= ask.memoryBytes * tasks) {
        nodes.add(node);
      }
    }
    nodes.sort(Comparator.comparingInt(Node::freeDevices).thenComparingInt(n -> n.index));
    return nodes;
  }

  /** Nodes that may hold the whole gang. */
  List<Node> nodesForAll(Gang gang, Domain domain) {
    int biggest = biggestFirst(gang)[0];
    return nodesFor(gang.ask(biggest), gang.tasks(biggest), domain);
  }

  private boolean fillTasks(
      Gang gang,
      int r,
      int first,
      int last,
      Domain domain,
      @Nullable Node single,
      int pool,
      PlaceOptions options,
      List<Holding.Place> places) {
    Ask ask = gang.ask(r);
    boolean neighbours = Neighbours.needed(ask.request.where());
    for (int t = first; t < last; t++) {
      Neighbours near =
          neighbours
              ? new Neighbours(ask.request.where(), gang.job(), r, places, jobs, ledger.fleet())
              : null;
      int wanted = ask.kind == Ask.Kind.NONE ? DeviceOptions.ANY_POOL : pool;
      Search search = new Search(gang.job(), ask, domain, single, wanted, options, near);
      NodeChoice choice = chooser.best(search, decision(gang, t));
      decisions++;
      if (choice == null) {
        return false;
      }
      ledger.book(choice.node(), ask, choice.devices());
      places.add(new Holding.Place(r, t, ask, choice.node(), choice.devices()));
    }
    return true;
  }

  /** Places for lost tasks: inside the domain that the rules tie them to the remaining ones by. */
  Optional<List<Holding.Place>> replace(
      Job job,
      int[] variants,
      List<Holding.Place> lost,
      List<Holding.Place> rest,
      PlaceOptions options) {
    List<Holding.Place> all = new ArrayList<>(rest);
    List<Holding.Place> found = new ArrayList<>(lost.size());
    Gang gang = Gang.of(job, new int[variants.length], variants);
    for (Holding.Place gone : lost) {
      Tie tie = Tie.of(job, gone, all, ledger.fleet());
      Ask ask = gang.ask(gone.role());
      Neighbours near =
          Neighbours.needed(ask.request.where())
              ? new Neighbours(ask.request.where(), job, gone.role(), all, jobs, ledger.fleet())
              : null;
      Search search = new Search(job, ask, tie.domain(), tie.node(), tie.pool(ask), options, near);
      NodeChoice choice = chooser.best(search, decision(gang, gone.task()));
      if (choice == null) {
        return Optional.empty();
      }
      ledger.book(choice.node(), ask, choice.devices());
      Holding.Place place =
          new Holding.Place(gone.role(), gone.task(), ask, choice.node(), choice.devices());
      found.add(place);
      all.add(place);
    }
    return Optional.of(found);
  }

  /** Different for every comparison of a job's start, the same in every replay. */
  private static long decision(Gang gang, int task) {
    return (gang.job().sequence << 24) + ((long) gang.job().incarnation << 16) + task;
  }
}
