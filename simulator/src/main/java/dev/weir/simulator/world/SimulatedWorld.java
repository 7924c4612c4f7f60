package dev.weir.simulator.world;

import dev.weir.control.Capabilities;
import dev.weir.control.Driver;
import dev.weir.control.EventSink;
import dev.weir.model.action.Action;
import dev.weir.model.allocation.Allocation;
import dev.weir.model.allocation.TaskPlacement;
import dev.weir.model.event.Event;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.job.Disruption.StopClass;
import dev.weir.model.job.JobSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that exists only in numbers. It submits the jobs of a workload at their times, carries
 * out what it is told, and reports what comes of it, all in virtual time. Each allocation is one
 * {@link Run}; nothing is kept per task.
 */
public final class SimulatedWorld implements Driver {
  private static final int START = 0;
  private static final int FINISH = 1;
  private static final int STOPPED = 2;
  private static final int LIMIT = 3;
  private static final int CHECKPOINT = 4;
  private static final int RESIZED = 5;
  private static final int REPAIR = 6;
  private static final int SCRIPT = 7;

  private final DomainId domain;
  private final VirtualClock clock;
  private final Workload workload;
  private final WorldModels models;
  private final NodeTable nodes;
  private final List<NodeSpec> firstNodes;
  private final SpeedOf speeds;
  private final FaultProcess faults;
  private final WorldListener listener;
  private final EventHeap future = new EventHeap();
  private final List<Event> script = new ArrayList<>();

  private final ArrayList<@Nullable Run> runs = new ArrayList<>();
  private int[] freeSlots = new int[64];
  private int freeCount;

  /** Where the next run in a slot goes on counting, so that it never hears of the former one. */
  private int[] generations = new int[64];

  private final LongIntMap slotOf = new LongIntMap();
  private final LongIntMap indexOf = new LongIntMap();
  private long newestAllocation;

  /** Work left of each job that is not running, ms at reference speed. */
  private double[] workLeft = new double[64];

  private boolean[] ranBefore = new boolean[64];
  private int nextArrival;
  private boolean arrivalsHeld;
  private int scriptLeft;
  private int running;
  private @Nullable EventSink sink;

  /**
   * @param cluster all nodes are of one domain
   * @param seed of the random faults
   */
  public SimulatedWorld(
      DomainId domain,
      VirtualClock clock,
      TopologySpec topology,
      List<NodeSpec> cluster,
      Workload workload,
      WorldModels models,
      long seed,
      WorldListener listener) {
    this.domain = domain;
    this.clock = clock;
    this.workload = workload;
    this.models = models;
    this.listener = listener;
    firstNodes = List.copyOf(cluster);
    nodes = new NodeTable(topology);
    cluster.forEach(nodes::put);
    speeds = new SpeedOf(models, nodes);
    faults = new FaultProcess(models.failures(), nodes, seed, clock.millis());
  }

  // ------------------------------------------------------------------ time

  /** Time of the next thing that happens by itself; empty when nothing will. */
  public OptionalLong nextEventTime() {
    long next = Long.MAX_VALUE;
    dropStale();
    if (!future.isEmpty()) {
      next = future.firstTime();
    }
    if (!arrivalsHeld && nextArrival < workload.size()) {
      next = Math.min(next, workload.submittedAt(nextArrival));
    }
    next = Math.min(next, faults.nextTime());
    return next == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(next);
  }

  /** Whether jobs are still to arrive, or run, or a scripted fact is to come. */
  public boolean busy() {
    return nextArrival < workload.size() || running > 0 || scriptLeft > 0;
  }

  /** From now on jobs arrive by {@link #arriveNext} alone, and not by their times. */
  public void holdArrivals() {
    arrivalsHeld = true;
  }

  /** Submits the next job now. */
  public JobSpec arriveNext() {
    return arrive();
  }

  /** Jobs that have arrived. */
  public int arrived() {
    return nextArrival;
  }

  /** Reports everything that is due at the clock's present time. */
  public void happen() {
    long now = clock.millis();
    while (!future.isEmpty() && future.firstTime() <= now) {
      long payload = future.firstPayload();
      future.removeFirst();
      happen(payload, now);
    }
    while (faults.nextTime() <= now) {
      FaultProcess.Fault fault = faults.next();
      if (apply(fault, true)) {
        long repair = Math.addExact(now, faults.repairMillis(fault));
        future.add(repair, payload(REPAIR, fault.node() * 65 + fault.device() + 1, 0));
      }
    }
    while (!arrivalsHeld
        && nextArrival < workload.size()
        && workload.submittedAt(nextArrival) <= now) {
      arrive();
    }
  }

  private JobSpec arrive() {
    int index = nextArrival++;
    JobSpec job = workload.job(index);
    if (indexOf.get(job.id().value()) >= 0) {
      throw new IllegalStateException("the workload submits job " + job.id() + " twice");
    }
    indexOf.put(job.id().value(), index);
    if (index >= workLeft.length) {
      workLeft = Arrays.copyOf(workLeft, workLeft.length * 2);
      ranBefore = Arrays.copyOf(ranBefore, ranBefore.length * 2);
    }
    workLeft[index] = workload.profile(index).workMillis();
    tell(new Event.JobSubmitted(job));
    return job;
  }

  /** A fact that comes at a given time; faults of nodes and devices take effect in the world. */
  public void script(long at, Event event) {
    script.add(event);
    scriptLeft++;
    future.add(at, payload(SCRIPT, script.size() - 1, 0));
  }

  /** Run time of a job at reference speed, for those who may know. */
  public OptionalLong workOf(JobId job) {
    int index = indexOf.get(job.value());
    if (index < 0) {
      return OptionalLong.empty();
    }
    JobProfile profile = workload.profile(index);
    return profile.outcome() == JobProfile.Outcome.ENDLESS
        ? OptionalLong.empty()
        : OptionalLong.of(profile.workMillis());
  }

  private static long payload(int kind, int slot, int generation) {
    return (long) kind << 60 | (long) (generation & 0xFFF_FFFF) << 32 | slot;
  }

  private void foresee(long at, int kind, Run run) {
    future.add(at, payload(kind, run.slot, run.generation));
  }

  private @Nullable Run current(long payload) {
    Run run = runs.get((int) payload);
    int generation = (int) (payload >>> 32) & 0xFFF_FFFF;
    return run != null && (run.generation & 0xFFF_FFFF) == generation ? run : null;
  }

  /** What no longer holds must not make the clock stop at its time. */
  private void dropStale() {
    while (!future.isEmpty()) {
      long payload = future.firstPayload();
      if ((int) (payload >>> 60) > RESIZED || current(payload) != null) {
        return;
      }
      future.removeFirst();
    }
  }

  private void happen(long payload, long now) {
    int kind = (int) (payload >>> 60);
    switch (kind) {
      case REPAIR -> {
        int target = (int) payload;
        apply(new FaultProcess.Fault(target / 65, target % 65 - 1), false);
      }
      case SCRIPT -> {
        scriptLeft--;
        happen(script.get((int) payload));
      }
      default -> {
        Run run = current(payload);
        if (run != null) {
          happen(kind, run, now);
        }
      }
    }
  }

  private void happen(int kind, Run run, long now) {
    switch (kind) {
      case START -> started(run, now);
      case FINISH -> finished(run, now);
      case STOPPED -> stopDone(run, now);
      case LIMIT -> ended(run, now, Event.End.TIMED_OUT);
      case CHECKPOINT -> {
        tell(new Event.CheckpointCompleted(run.spec.id(), run.incarnation));
        foresee(run.nextCheckpoint(now), CHECKPOINT, run);
      }
      case RESIZED -> tell(new Event.AllocationResized(run.id, run.spec.id(), run.incarnation));
      default -> throw new IllegalStateException("no such kind of event: " + kind);
    }
  }

  // ------------------------------------------------------------------ driver

  @Override
  public DomainId domain() {
    return domain;
  }

  @Override
  public Capabilities capabilities() {
    return new Capabilities(true, true, Capabilities.Isolation.ENFORCED, true, true, true);
  }

  @Override
  public List<Found> found() {
    List<Found> found = new ArrayList<>();
    for (Run run : runs) {
      if (run != null && run.phase != Run.Phase.STARTING) {
        found.add(new Found.Running(run.id, run.spec.id(), run.incarnation));
      }
    }
    return found;
  }

  @Override
  public void observe(EventSink value) {
    sink = value;
    firstNodes.forEach(n -> tell(new Event.NodeJoined(n)));
  }

  private void tell(Event event) {
    if (sink == null) {
      throw new IllegalStateException("nobody observes this world yet");
    }
    sink.offer(event);
  }

  @Override
  public void discard(AllocationId allocation) {
    Run run = find(allocation);
    if (run != null) {
      leave(run, clock.millis());
    }
  }

  @Override
  public void execute(List<Action.ForWorld> actions) {
    long now = clock.millis();
    for (Action.ForWorld action : actions) {
      switch (action) {
        case Action.Start(Allocation allocation) -> start(allocation, now);
        case Action.Stop stop -> stop(stop, now);
        case Action.Resize resize -> resize(resize, now);
        case Action.ReshapeMig(var node, int device, var layout) ->
            tell(new Event.MigLayoutObserved(node, device, layout));
      }
    }
  }

  private @Nullable Run find(AllocationId id) {
    int slot = slotOf.get(id.value());
    return slot < 0 ? null : runs.get(slot);
  }

  /** Allocation ids ascend, so that one that is not larger than the newest was started before. */
  private void start(Allocation a, long now) {
    if (a.id().value() <= newestAllocation) {
      return;
    }
    newestAllocation = a.id().value();
    String broken = faults.firstBroken(a.tasks());
    if (!broken.isEmpty()) {
      tell(new Event.StartRefused(a.id(), a.job(), a.incarnation(), broken + " has failed"));
      return;
    }
    int index = indexOf.get(a.job().value());
    if (index < 0) {
      throw new IllegalStateException("job " + a.job() + " is not of this workload");
    }
    Run run =
        new Run(
            newSlot(),
            index,
            workload.job(index),
            workload.profile(index),
            a.id(),
            a.incarnation(),
            a.tasks(),
            workLeft[index]);
    run.again = ranBefore[index];
    run.generation = generations[run.slot];
    runs.set(run.slot, run);
    slotOf.put(a.id().value(), run.slot);
    running++;
    respeed(speeds.join(run), now);
    foresee(now + cost(models.overheads().start(), run), START, run);
  }

  private int newSlot() {
    if (freeCount > 0) {
      return freeSlots[--freeCount];
    }
    runs.add(null);
    if (runs.size() > generations.length) {
      generations = Arrays.copyOf(generations, generations.length * 2);
    }
    return runs.size() - 1;
  }

  private static long cost(Cost cost, Run run) {
    return cost.millis(run.spec, run.profile.program(), run.devices);
  }

  private void started(Run run, long now) {
    run.phase = Run.Phase.RUNNING;
    run.startedAt = now;
    Overheads o = models.overheads();
    long lost = run.again ? cost(run.resizing ? o.migration() : o.restart(), run) : 0;
    run.resizing = false;
    run.again = true;
    ranBefore[run.job] = true;
    run.mark = now + lost;
    run.checkpointBase = run.mark;
    speeds.set(run);
    tell(new Event.AllocationStarted(run.id, run.spec.id(), run.incarnation));
    foreseeEnd(run, now);
  }

  /** What will happen to a working run when nobody interferes. */
  private void foreseeEnd(Run run, long now) {
    run.generation++;
    long finish = run.finishAt();
    long limit = run.spec.timeLimit().map(l -> run.startedAt + l.toMillis()).orElse(Long.MAX_VALUE);
    boolean endless = run.profile.outcome() == JobProfile.Outcome.ENDLESS;
    if (limit < finish || (endless && limit < Long.MAX_VALUE)) {
      foresee(Math.max(now, limit), LIMIT, run);
    } else if (!endless) {
      foresee(finish, FINISH, run);
    }
    if (models.checkpointEvents() && run.phase == Run.Phase.RUNNING && run.interval() > 0) {
      foresee(run.nextCheckpoint(now), CHECKPOINT, run);
    }
  }

  private void finished(Run run, long now) {
    switch (run.profile.outcome()) {
      case COMPLETED -> ended(run, now, Event.End.COMPLETED);
      case FAILED -> ended(run, now, Event.End.FAILED);
      case CANCELLED -> {
        settle(run, now);
        run.saved = run.left;
        run.phase = Run.Phase.DONE;
        run.generation++;
        tell(new Event.JobCancelled(run.spec.id(), "its user"));
      }
      case ENDLESS -> throw new IllegalStateException("an endless job has ended: " + run.spec);
    }
  }

  // ------------------------------------------------------------------ stop

  private void stop(Action.Stop stop, long now) {
    Run run = find(stop.allocation());
    if (run == null) {
      return; // gone already, its end is on its way
    }
    settle(run, now);
    run.resizing = false;
    if (stop.gentle() && run.phase == Run.Phase.SAVING) {
      return; // the checkpoint under way is the last thing that it does
    }
    long grace = stop.grace().toMillis();
    StopClass how = run.spec.disruption().stop();
    if (!stop.gentle() || !run.works() || how == StopClass.CANNOT_CHECKPOINT) {
      ended(run, now, Event.End.STOPPED);
    } else if (how == StopClass.PERIODIC_ONLY) {
      leaveAtCheckpoint(run, now, grace);
    } else {
      save(run, now, grace);
    }
  }

  /** Work stands still while the checkpoint is written; too late is as good as not at all. */
  private void save(Run run, long now, long grace) {
    long needed = now < run.mark ? 0 : cost(models.overheads().checkpoint(), run);
    run.saves = needed <= grace;
    run.phase = Run.Phase.SAVING;
    run.generation++;
    foresee(now + Math.min(needed, grace), STOPPED, run);
  }

  /** Goes on working until the next periodic checkpoint, or the end of the grace; may finish. */
  private void leaveAtCheckpoint(Run run, long now, long grace) {
    if (run.phase == Run.Phase.LEAVING) {
      return;
    }
    run.phase = Run.Phase.LEAVING;
    long next = run.interval() > 0 ? run.nextCheckpoint(now) : Long.MAX_VALUE;
    run.saves = next <= now + grace;
    foreseeEnd(run, now);
    foresee(Math.min(next, now + grace), STOPPED, run);
  }

  private void stopDone(Run run, long now) {
    settle(run, now);
    if (run.saves) {
      run.saved = run.left;
      tell(new Event.CheckpointCompleted(run.spec.id(), run.incarnation));
    }
    if (run.resizing) {
      restart(run, now);
    } else {
      ended(run, now, Event.End.STOPPED);
    }
  }

  private void ended(Run run, long now, Event.End end) {
    leave(run, now);
    tell(new Event.AllocationEnded(run.id, run.spec.id(), run.incarnation, end));
  }

  private void leave(Run run, long now) {
    settle(run, now);
    loseUnsaved(run);
    workLeft[run.job] = run.left;
    running--;
    generations[run.slot] = run.generation + 1;
    runs.set(run.slot, null);
    slotOf.remove(run.id.value());
    respeed(speeds.leave(run), now);
    if (freeCount == freeSlots.length) {
      freeSlots = Arrays.copyOf(freeSlots, freeCount * 2);
    }
    freeSlots[freeCount++] = run.slot;
  }

  /** Back to the newest complete checkpoint, unless the work is done. */
  private void loseUnsaved(Run run) {
    if (run.left > 0 && run.saved > run.left) {
      listener.lost(run.spec.id(), run.saved - run.left, run.milli);
      run.left = run.saved;
    }
  }

  // ------------------------------------------------------------------ resize

  private void resize(Action.Resize resize, long now) {
    Run run = find(resize.allocation());
    if (run == null || (resize.incarnation() <= run.incarnation && !resize.inPlace())) {
      return; // gone, or done already
    }
    settle(run, now);
    if (resize.inPlace()) {
      resizeInPlace(run, resize, now);
      return;
    }
    run.incarnation = resize.incarnation();
    run.next = resize.tasks();
    run.resizing = true;
    StopClass how = run.spec.disruption().stop();
    long grace = run.spec.disruption().grace().toMillis();
    if (!run.works() || how == StopClass.CANNOT_CHECKPOINT) {
      restart(run, now);
    } else if (how == StopClass.PERIODIC_ONLY) {
      leaveAtCheckpoint(run, now, grace);
    } else {
      save(run, now, grace);
    }
  }

  /** All tasks start anew at their next place. */
  private void restart(Run run, long now) {
    loseUnsaved(run);
    respeed(speeds.leave(run), now);
    run.place(run.next);
    respeed(speeds.join(run), now);
    run.phase = Run.Phase.STARTING;
    run.generation++;
    foresee(now + cost(models.overheads().start(), run), START, run);
  }

  private void resizeInPlace(Run run, Action.Resize resize, long now) {
    respeed(speeds.leave(run), now);
    run.incarnation = Math.max(run.incarnation, resize.incarnation());
    run.place(resize.tasks());
    respeed(speeds.join(run), now);
    if (run.phase == Run.Phase.BROKEN) {
      loseUnsaved(run);
      run.phase = Run.Phase.RUNNING;
      run.mark = now;
    }
    long pause = cost(models.overheads().resizeInPlace(), run);
    run.mark = Math.max(run.mark, now) + pause;
    speeds.set(run);
    if (run.works()) {
      foreseeEnd(run, now);
    }
    foresee(now + pause, RESIZED, run);
  }

  // ------------------------------------------------------------------ progress

  private void settle(Run run, long now) {
    if (run.works() && now > run.mark) {
      listener.worked(run.spec.id(), run.mark, now, run.milli, run.effective, run.communication);
    }
    run.settle(now);
  }

  /** The speed of others may have changed, because someone came to their devices or left. */
  private void respeed(Iterable<Integer> slots, long now) {
    for (int slot : slots) {
      Run run = runs.get(slot);
      if (run != null && run.phase == Run.Phase.RUNNING) {
        settle(run, now);
        speeds.set(run);
        foreseeEnd(run, now);
      }
    }
  }

  /** Closes the books of all that still run, at the end of a simulation. */
  public void settleAll() {
    for (Run run : runs) {
      if (run != null) {
        settle(run, clock.millis());
      }
    }
  }

  // ------------------------------------------------------------------ faults

  private void happen(Event event) {
    switch (event) {
      case Event.NodeHealthChanged(var node, Event.Health health, _) -> {
        FaultProcess.Fault fault = new FaultProcess.Fault(nodes.position(node), -1);
        if (health == Event.Health.FAILED) {
          apply(fault, true);
        } else if (!(health == Event.Health.READY && apply(fault, false))) {
          tell(event);
        }
      }
      case Event.DeviceHealthChanged(var node, int device, boolean healthy, _) ->
          apply(new FaultProcess.Fault(nodes.position(node), device), !healthy);
      case Event.NodeJoined(NodeSpec node) -> {
        nodes.put(node);
        tell(event);
      }
      case Event.NodeLeft(var node, String _) -> {
        tell(event);
        hit(new FaultProcess.Fault(nodes.position(node), -1), "node " + node + " has left");
      }
      default -> tell(event);
    }
  }

  /** Breaks or repairs a node or a device; false when it is in that state already. */
  private boolean apply(FaultProcess.Fault fault, boolean breaks) {
    if (!faults.set(fault, breaks)) {
      return false;
    }
    NodeSpec node = nodes.spec(fault.node());
    if (fault.wholeNode()) {
      Event.Health health = breaks ? Event.Health.FAILED : Event.Health.READY;
      tell(new Event.NodeHealthChanged(node.id(), health));
    } else {
      tell(new Event.DeviceHealthChanged(node.id(), fault.device(), !breaks));
    }
    if (breaks) {
      hit(fault, fault.wholeNode() ? "node " + node.id() + " failed" : "device failed");
    }
    return true;
  }

  private void hit(FaultProcess.Fault fault, String reason) {
    long now = clock.millis();
    for (int slot = 0; slot < runs.size(); slot++) {
      Run run = runs.get(slot);
      if (run != null) {
        List<TaskPlacement> lost = run.tasks.stream().filter(t -> touches(fault, t)).toList();
        if (!lost.isEmpty()) {
          hit(run, lost, reason, now);
        }
      }
    }
  }

  private boolean touches(FaultProcess.Fault fault, TaskPlacement task) {
    return task.node().equals(nodes.spec(fault.node()).id())
        && (fault.wholeNode() || (task.devices().mask() >>> fault.device() & 1) != 0);
  }

  private void hit(Run run, List<TaskPlacement> lost, String reason, long now) {
    if (lost.size() == run.tasks.size()) {
      ended(run, now, Event.End.LOST);
      return;
    }
    settle(run, now);
    if (run.phase == Run.Phase.SAVING || run.phase == Run.Phase.LEAVING || run.resizing) {
      ended(run, now, run.resizing ? Event.End.LOST : Event.End.STOPPED);
      return; // it was about to stop or to move; there is nothing left to wait for
    }
    run.phase = Run.Phase.BROKEN;
    run.generation++;
    for (TaskPlacement t : lost) {
      tell(new Event.TaskLost(run.id, run.spec.id(), run.incarnation, t.role(), t.task(), reason));
    }
  }
}
