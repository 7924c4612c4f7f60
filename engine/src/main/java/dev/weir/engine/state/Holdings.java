package dev.weir.engine.state;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Node;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.id.NodeId;
import java.util.ArrayList;
import java.util.List;

/** Gives room to jobs and takes it back: ledger, queue and job in one step. */
final class Holdings {
  private final State state;

  Holdings(State state) {
    this.state = state;
  }

  /** What the job holds; it must hold something. */
  static Holding of(Job job) {
    Holding holding = job.holding;
    if (holding == null) {
      throw new IllegalStateException(job + " holds no room");
    }
    return holding;
  }

  Node node(NodeId id) {
    Node node = state.fleet.find(id);
    if (node == null) {
      throw new IllegalStateException("a decision names node " + id + ", which is not there");
    }
    return node;
  }

  static List<TaskPlacement> tasks(List<Holding.Place> places) {
    List<TaskPlacement> tasks = new ArrayList<>(places.size());
    for (Holding.Place p : places) {
      tasks.add(new TaskPlacement(p.role(), p.task(), p.node().id(), p.devices()));
    }
    return tasks;
  }

  List<Holding.Place> places(Job job, int[] variants, List<TaskPlacement> tasks) {
    List<Holding.Place> places = new ArrayList<>(tasks.size());
    for (TaskPlacement t : tasks) {
      places.add(
          new Holding.Place(
              t.role(),
              t.task(),
              job.shape.asks()[t.role()][variants[t.role()]],
              node(t.node()),
              t.devices()));
    }
    return places;
  }

  /** Booked tasks become the job's holding, charged to its queue. */
  void attach(Job job, Holding holding) {
    job.holding = holding;
    state.ledger.attach(holding);
    state.queues.charge(
        state.queueOf(job), holding.charge, job.spec.disruption().preemptible(), state.now());
    state.expect(job, holding);
  }

  void detach(Job job, Holding holding) {
    state.ledger.detach(holding);
    state.queues.uncharge(
        state.queueOf(job), holding.charge, job.spec.disruption().preemptible(), state.now());
    job.holding = null;
  }

  /** Gives back all that the job holds. */
  void release(Job job, Holding holding) {
    detach(job, holding);
    holding.places.forEach(this::release);
    releaseLeaving(job);
  }

  /** Tasks that a resize took away are gone now. */
  void releaseLeaving(Job job) {
    job.leaving.forEach(this::release);
    job.leaving.clear();
  }

  private void release(Holding.Place p) {
    state.ledger.release(p.node(), p.ask(), p.devices());
  }

  /** Books what a run has received, before another begins or none. */
  void bankRun(Job job, Holding holding) {
    job.attained += holding.deviceMilli() * job.runMillis(state.now());
    job.runningSince = Job.NOT_RUNNING;
  }

  /** A running gang lost tasks: it keeps the others until it is repaired or released. */
  void lose(Job job, Holding holding, List<Holding.Place> lost) {
    List<Holding.Place> rest = holding.places.stream().filter(p -> !lost.contains(p)).toList();
    bankRun(job, holding);
    detach(job, holding);
    lost.forEach(this::release);
    Holding reduced = copy(holding, rest);
    attach(job, reduced);
    state.ledger.stopping(reduced, holding.stopping());
    job.lost.addAll(lost);
  }

  private Holding copy(Holding holding, List<Holding.Place> places) {
    return new Holding(
        holding.id,
        holding.job,
        holding.incarnation,
        holding.variants,
        places,
        state.ledger.charge(places),
        holding.since);
  }

  /** Takes a holding off its nodes because one of them is replaced; {@link #rehold} follows. */
  void unhold(Job job, Holding holding) {
    state.ledger.detach(holding);
    holding.places.forEach(this::release);
    job.leaving.forEach(this::release);
  }

  /** Puts a holding back after {@code before} was replaced by {@code after}. */
  void rehold(Job job, Holding holding, Node before, Node after) {
    Holding again = copy(holding, moved(holding.places, before, after));
    state.ledger.hold(again);
    state.ledger.expectEnd(again, holding.expectedEnd());
    state.ledger.stopping(again, holding.stopping());
    List<Holding.Place> leaving = moved(job.leaving, before, after);
    leaving.forEach(p -> state.ledger.book(p.node(), p.ask(), p.devices()));
    job.leaving.clear();
    job.leaving.addAll(leaving);
    job.holding = again;
  }

  private static List<Holding.Place> moved(List<Holding.Place> places, Node before, Node after) {
    return places.stream()
        .map(
            p ->
                p.node() == before
                    ? new Holding.Place(p.role(), p.task(), p.ask(), after, p.devices())
                    : p)
        .toList();
  }
}
