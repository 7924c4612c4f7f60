package dev.weir.engine.explain;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Ask;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Level;
import dev.weir.engine.ledger.NodeClass;
import dev.weir.engine.ledger.Shape;
import dev.weir.engine.state.State;
import dev.weir.model.fleet.Resource;
import dev.weir.model.job.NodeFilter;
import dev.weir.model.job.Role;
import dev.weir.model.unit.Bytes;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Change;
import dev.weir.model.verdict.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Works out why a job that no place was found for has no place. Its cost is that of the node
 * classes, the distinct shapes and, under a topology rule, the domains of one level; nodes are
 * never walked one by one.
 */
public final class Explainer {
  private final State state;

  public Explainer(State state) {
    this.state = state;
  }

  /** The verdict of a job that was not placed with everything free room allows. */
  public Verdict noPlace(Job job) {
    Optional<Verdict> licence = licence(job);
    if (licence.isPresent()) {
      return licence.get();
    }
    // What no free room cures comes first: the role that has none now may be a different one.
    for (int r = 0; r < job.shape.asks().length; r++) {
      Optional<Verdict> lasting = lasting(job, r);
      if (lasting.isPresent()) {
        return lasting.get();
      }
    }
    Verdict tightest = null;
    for (int r = 0; r < job.shape.asks().length; r++) {
      Verdict verdict = role(job, r);
      if (!(verdict.blocker() instanceof Blocker.Promised)) {
        return verdict;
      }
      tightest = verdict;
    }
    return tightest == null ? promised(job) : tightest;
  }

  private Optional<Verdict> licence(Job job) {
    Map<String, Integer> wanted = new TreeMap<>();
    for (int r = 0; r < job.shape.asks().length; r++) {
      int tasks = smallest(job, r);
      job.shape
          .asks()[r][0]
          .request
          .licences()
          .forEach((name, n) -> wanted.merge(name, n * tasks, Integer::sum));
    }
    for (Map.Entry<String, Integer> w : wanted.entrySet()) {
      int free = state.ledger.licences().free(w.getKey());
      if (free < w.getValue()) {
        return Optional.of(
            new Verdict(
                new Blocker.Licence(w.getKey(), w.getValue(), free),
                new Change.MoreOf(Resource.licence(w.getKey()), w.getValue() - free)));
      }
    }
    return Optional.empty();
  }

  private static int smallest(Job job, int role) {
    Role r = job.spec.roles().get(role);
    return r.tasks(0, r.smallest());
  }

  /** What keeps a role out even of an empty fleet: too few nodes that it may use. */
  private Optional<Verdict> lasting(Job job, int r) {
    int tasks = smallest(job, r);
    Optional<Room> best = best(job, r, tasks);
    if (best.isEmpty()) {
      return Optional.empty();
    }
    Optional<Verdict> spread = spread(best.get().ask(), tasks);
    return spread.isPresent() || best.get().ever() >= tasks
        ? spread
        : Optional.of(never(job, r, tasks, best.get()));
  }

  /** The most hopeful variant of a role, which speaks for the role. */
  private Optional<Room> best(Job job, int r, int tasks) {
    Room best = null;
    for (Ask ask : job.shape.asks()[r]) {
      Room room = Room.of(state.fleet, ask, tasks);
      if (best == null
          || room.now() > best.now()
          || room.now() == best.now() && room.ever() > best.ever()) {
        best = room;
      }
    }
    return Optional.ofNullable(best);
  }

  private Verdict role(Job job, int r) {
    int tasks = smallest(job, r);
    Optional<Room> best = best(job, r, tasks);
    if (best.isEmpty()) {
      return promised(job);
    }
    return best.get().now() < tasks
        ? noRoom(job, r, tasks, best.get())
        : topology(job, r, tasks).orElseGet(() -> promised(job));
  }

  /** Not even the empty fleet has room. */
  private Verdict never(Job job, int r, int tasks, Room room) {
    Ask ask = room.ask();
    if (room.ever() > 0) {
      return new Verdict(
          new Blocker.NoRoom(
              job.spec.roles().get(r).name(),
              tasks,
              (int) room.now(),
              room.freeMilli(),
              askedMilli(ask, tasks),
              room.refusals()),
          new Change.FewerTasks((int) room.ever()));
    }
    Optional<Verdict> condition = condition(job.spec.roles().get(r).name(), tasks, ask, room);
    if (condition.isPresent()) {
      return condition.get();
    }
    Most most = Most.of(state.fleet, ask);
    return new Verdict(
        new Blocker.CanNeverFit(most.resource(), most.asked(), most.most()),
        new Change.BiggerNode(most.resource(), most.asked(), most.most()));
  }

  /** A single condition that shuts out every node that would be big enough. */
  private Optional<Verdict> condition(String role, int tasks, Ask ask, Room room) {
    List<String> conditions =
        room.refusals().keySet().stream().filter(Explainer::isCondition).toList();
    if (conditions.isEmpty()) {
      return Optional.empty();
    }
    String most =
        conditions.stream()
            .max(java.util.Comparator.comparingInt(c -> room.refusals().get(c)))
            .orElseThrow();
    return Optional.of(
        new Verdict(
            new Blocker.NoRoom(
                role, tasks, 0, room.freeMilli(), askedMilli(ask, tasks), room.refusals()),
            new Change.DropCondition(most)));
  }

  private static boolean isCondition(String refusal) {
    return refusal.startsWith("label ")
        || refusal.startsWith("taint ")
        || refusal.startsWith("node affinity")
        || refusal.startsWith("device model ");
  }

  private Verdict noRoom(Job job, int r, int tasks, Room room) {
    Ask ask = room.ask();
    Blocker.NoRoom blocker =
        new Blocker.NoRoom(
            job.spec.roles().get(r).name(),
            tasks,
            (int) room.now(),
            room.freeMilli(),
            askedMilli(ask, tasks),
            room.refusals());
    if (ask.count > 0) {
      String models =
          ask.filter.models().isEmpty() ? "devices" : String.join("|", ask.filter.models());
      long missing = askedMilli(ask, (int) (tasks - room.now()));
      if (ask.kind == Ask.Kind.FRACTION
          && ask.shareBytes > 0
          && room.freeMilli() >= askedMilli(ask, tasks)) {
        String memory = new Bytes(ask.shareBytes).toString();
        return new Verdict(
            blocker, new Change.Act(memory + " of free memory on one more device would do"));
      }
      return new Verdict(blocker, new Change.MoreDevices(models, missing));
    }
    return new Verdict(
        blocker, new Change.MoreOf(Resource.CPU, ask.cpuMilli * (tasks - room.now())));
  }

  private static long askedMilli(Ask ask, int tasks) {
    return (long) tasks * ask.count * (ask.kind == Ask.Kind.MIG ? 125 : ask.shareMilli);
  }

  private Optional<Verdict> spread(Ask ask, int tasks) {
    for (NodeFilter.Affinity a : ask.request.where().affinity()) {
      if (a.anti() && a.required()) {
        int exist = distinct(ask, a.topologyLabel());
        if (exist < tasks) {
          return Optional.of(
              new Verdict(
                  new Blocker.Spread(plain(a.topologyLabel()), tasks, exist),
                  new Change.MoreOf(plain(a.topologyLabel()), tasks - exist)));
        }
      }
    }
    return Optional.empty();
  }

  private static String plain(String label) {
    return label.equals(NodeClass.HOSTNAME) ? "nodes" : label;
  }

  private int distinct(Ask ask, String label) {
    if (label.equals(NodeClass.HOSTNAME)) {
      return state.fleet.classes().stream().filter(ask::admits).mapToInt(c -> c.nodes).sum();
    }
    for (Level level : state.fleet.levels()) {
      if (level.label().equals(label)) {
        return level.domains().size();
      }
    }
    return (int)
        state.fleet.classes().stream()
            .filter(ask::admits)
            .map(c -> c.labels.getOrDefault(label, ""))
            .distinct()
            .count();
  }

  private Optional<Verdict> topology(Job job, int r, int tasks) {
    Optional<String> level =
        job.spec
            .topology()
            .require()
            .or(() -> job.spec.roles().get(r).topology().require())
            .or(() -> job.spec.roles().get(r).groups().flatMap(g -> g.topology().require()));
    if (level.isEmpty()) {
      return Optional.empty();
    }
    int needed = job.spec.roles().get(r).groups().map(Role.Groups::size).orElse(tasks);
    boolean whole =
        job.spec.topology().require().isPresent()
            || job.spec.roles().get(r).topology().require().isPresent();
    Ask ask = job.shape.asks()[r][0];
    Optional<Integer> number = state.fleet.level(level.get());
    if (number.isEmpty()) {
      Change unblock = new Change.WiderLevel(state.fleet.levels().getLast().name);
      return Optional.of(
          new Verdict(
              new Blocker.Topology(
                  level.get(), whole ? tasks : needed, mostOnOneNode(ask), "", nodes(ask)),
              unblock));
    }
    return Optional.of(inLevel(level.get(), number.get(), whole ? tasks : needed, ask));
  }

  private Verdict inLevel(String name, int number, int tasks, Ask ask) {
    Level level = state.fleet.levels().get(number);
    long best = 0;
    String where = "";
    for (Domain domain : level.domains()) {
      long fits = fits(domain, ask);
      if (fits > best) {
        best = fits;
        where = domain.name;
      }
    }
    return new Verdict(
        new Blocker.Topology(
            name, tasks, (int) Math.min(best, Integer.MAX_VALUE), where, level.domains().size()),
        new Change.WiderLevel(state.fleet.levels().get(Math.max(0, number - 1)).name));
  }

  private long fits(Domain domain, Ask ask) {
    long tasks = 0;
    if (ask.kind == Ask.Kind.WHOLE) {
      for (int pool : state.fleet.pools().accepted(ask)) {
        tasks += domain.tasksByDevices(pool, ask.count);
      }
      return tasks;
    }
    for (int n = domain.members().first(); n >= 0; n = domain.members().next(n + 1)) {
      tasks += Room.tasksOn(state.fleet.node(n), ask);
    }
    return tasks;
  }

  private int mostOnOneNode(Ask ask) {
    int most = 0;
    for (NodeClass c : state.fleet.classes()) {
      for (Shape shape : ask.admits(c) ? state.fleet.shapes(c) : List.<Shape>of()) {
        most = Math.max(most, Room.tasksOn(state.fleet.node(shape.nodes().first()), ask));
      }
    }
    return most;
  }

  private int nodes(Ask ask) {
    return state.fleet.classes().stream().filter(ask::admits).mapToInt(c -> c.nodes).sum();
  }

  /** Room is free, but it belongs to somebody else soon. */
  private Verdict promised(Job job) {
    long due = state.claims.nextDue(state.now());
    return state.claims.promises().stream()
        .filter(p -> !p.job().equals(job.id()))
        .min(java.util.Comparator.comparingLong(dev.weir.engine.claim.Promise::from))
        .map(p -> new Verdict(new Blocker.Promised("job " + p.job(), p.from()), until(p.until())))
        .or(
            () ->
                state.claims.windows().stream()
                    .findFirst()
                    .map(
                        w ->
                            new Verdict(
                                new Blocker.Promised("reservation " + w.name(), w.from()),
                                until(w.until()))))
        .orElseGet(() -> fragmented(job, due));
  }

  /** What has no end is not waited for. */
  private static Optional<Change> until(long end) {
    return end == Long.MAX_VALUE ? Optional.empty() : Optional.of(new Change.WaitUntil(end));
  }

  /** Each role has room by itself and nothing is promised: together they do not fit. */
  private Verdict fragmented(Job job, long due) {
    int tasks = 0;
    long milli = 0;
    for (int r = 0; r < job.shape.asks().length; r++) {
      tasks += smallest(job, r);
      milli += askedMilli(job.shape.asks()[r][0], smallest(job, r));
    }
    Fleet fleet = state.fleet;
    long free = 0;
    for (int p = 0; p < fleet.pools().size(); p++) {
      free += 1000L * fleet.root().freeTotal(p);
    }
    Blocker blocker =
        new Blocker.NoRoom("all", tasks, Math.max(0, tasks - 1), free, milli, Map.of());
    return due == Long.MAX_VALUE
        ? new Verdict(blocker, new Change.MoreDevices("devices on one node", Math.max(1000, milli)))
        : new Verdict(blocker, new Change.WaitUntil(due));
  }
}
