package dev.weir.server.health;

import dev.weir.control.Origin;
import dev.weir.driver.local.LocalDriver;
import dev.weir.driver.local.health.Advice;
import dev.weir.driver.local.health.Finding;
import dev.weir.driver.local.health.HealthSettings;
import dev.weir.driver.local.health.HealthSettings.Mode;
import dev.weir.driver.local.health.ResetCommand;
import dev.weir.driver.local.health.Step;
import dev.weir.model.event.Event;
import dev.weir.model.id.NodeId;
import dev.weir.server.access.Caller;
import dev.weir.server.fleet.NodeCommands;
import dev.weir.server.health.HealthStep.State;
import dev.weir.server.problem.Refusal;
import dev.weir.server.runtime.DeviceDrain;
import dev.weir.server.runtime.ServerRuntime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/**
 * Takes the steps that rules advise, or asks people first, and takes people's answers. Each step is
 * a setting; while one is not over, the same matter makes no second one. One at a time.
 */
public final class HealthDesk {
  /** Whose facts these are. */
  static final String WEIR = "weir";

  /** A checkpoint is not asked for again so soon. */
  private static final Duration CHECKPOINT_AGAIN = Duration.ofMinutes(10);

  private final ServerRuntime runtime;
  private final HealthBook book;
  private final InstantSource clock;

  public HealthDesk(ServerRuntime runtime, HealthBook book, InstantSource clock) {
    this.runtime = runtime;
    this.book = book;
    this.clock = clock;
  }

  public HealthBook book() {
    return book;
  }

  // ------------------------------------------------------------------ what rules advise

  /**
   * Takes or asks for what a rule advises.
   *
   * @param reset the command that resets a device; empty when none is known
   * @return whether there is a new step
   */
  synchronized boolean advise(NodeNow node, Finding finding, IntFunction<List<String>> reset) {
    HealthSettings settings = book.settings();
    boolean any = false;
    for (Advice advice : drainedFirst(finding)) {
      Step step = Step.of(advice);
      Mode mode = settings.mode(finding.rule(), step);
      if (step != Step.IGNORE && step != Step.COUNT_AGAINST_JOB && mode != Mode.OFF) {
        List<HealthStep> all = book.steps();
        HealthStep wish = wish(node, finding, advice, mode, reset, all);
        if (all.stream().noneMatch(s -> s.sameMatter(wish) && holds(s))) {
          take(node, wish);
          any = true;
        }
      }
    }
    return any;
  }

  private boolean holds(HealthStep step) {
    return !step.over()
        || step.step() == Step.ASK_FOR_CHECKPOINT
            && step.at().isAfter(clock.instant().minus(CHECKPOINT_AGAIN));
  }

  /** A reset takes the tasks of the device away, so these are moved first. */
  private static List<Advice> drainedFirst(Finding finding) {
    List<Advice> all = new ArrayList<>();
    boolean drains =
        finding.advice().stream()
            .anyMatch(a -> a instanceof Advice.DrainDevice || a instanceof Advice.DrainNode);
    for (Advice advice : finding.advice()) {
      if (advice instanceof Advice.ResetDevice r && !r.whenIdle() && !drains) {
        all.add(new Advice.DrainDevice(r.device(), r.reason()));
      }
      all.add(advice);
    }
    return all;
  }

  private HealthStep wish(
      NodeNow node,
      Finding finding,
      Advice advice,
      Mode mode,
      IntFunction<List<String>> reset,
      List<HealthStep> all) {
    Step step = Step.of(advice);
    boolean whole = step == Step.DRAIN_NODE || step == Step.REBOOT_NODE;
    int device = finding.device();
    State first =
        step.needsIdleness() ? State.WAITING : mode == Mode.ASK ? State.OPEN : State.IN_FORCE;
    return new HealthStep(
        all.isEmpty() ? 1 : all.getLast().id() + 1,
        clock.instant(),
        node.id().value(),
        whole ? OptionalInt.empty() : OptionalInt.of(device),
        whole ? "" : node.uuids().get(device),
        finding.rule(),
        step,
        advice.reason(),
        mode == Mode.AUTOMATIC,
        first,
        command(step, device, reset),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static List<String> command(Step step, int device, IntFunction<List<String>> reset) {
    return switch (step) {
      case REBOOT_NODE -> ResetCommand.REBOOT;
      case RESET_DEVICE, RESET_DEVICE_WHEN_IDLE -> reset.apply(device);
      default -> List.of();
    };
  }

  private void take(NodeNow node, HealthStep step) {
    Origin origin = Origin.of(WEIR, why(step), Optional.empty());
    if (step.state() == State.IN_FORCE) {
      enforce(node, step, WEIR, origin);
    } else {
      runtime.submit(List.of(HealthBook.fact(step, WEIR)), origin);
    }
  }

  /** Does at once what can be done at once. */
  private HealthStep enforce(NodeNow node, HealthStep step, String by, Origin origin) {
    HealthStep done = step;
    List<Event> facts = new ArrayList<>();
    String reason = why(step);
    List<NodeNow.Held> asked = List.of();
    switch (step.step()) {
      case DRAIN_NODE -> facts.addAll(NodeCommands.drain(node.id(), node.draining(), reason, by));
      case DRAIN_DEVICE -> facts.addAll(drain(node, step.device().orElseThrow(), reason, by));
      case ASK_FOR_CHECKPOINT -> {
        asked = node.holders(step.device().orElseThrow());
        String whom =
            asked.isEmpty()
                ? "nothing runs there"
                : asked.stream().map(h -> h.job().toString()).collect(Collectors.joining(", "));
        done = step.now(State.DONE, clock.instant(), Optional.of("asked: " + whom));
      }
      case RESET_DEVICE, RESET_DEVICE_WHEN_IDLE, REBOOT_NODE, IGNORE, COUNT_AGAINST_JOB ->
          throw new IllegalStateException(step.step() + " is not done at once");
    }
    facts.addFirst(HealthBook.fact(done, by));
    runtime.submit(facts, origin);
    if (runtime.drivers().get(node.domain()) instanceof LocalDriver driver) {
      asked.forEach(h -> driver.askForCheckpoint(h.allocation()));
    }
    return done;
  }

  /** For the audit log, and beside what is drained. */
  static String why(HealthStep step) {
    return "health rule " + step.rule() + ": " + step.reason();
  }

  private List<Event> drain(NodeNow node, int device, String reason, String by) {
    DeviceDrain drain = new DeviceDrain(device, node.uuids().get(device), reason);
    List<Event> facts = drain.facts(node.id(), clock.instant(), by);
    return node.drained(device) ? facts.subList(0, 1) : facts;
  }

  // ------------------------------------------------------------------ what people say

  /** Says yes to what is asked, or that a requested command was run. */
  public synchronized HealthStep approve(
      Caller caller, String id, Optional<String> reason, String via) {
    HealthStep step = known(id).decided(caller.name(), clock.instant());
    Origin origin = Origin.of(caller.name(), via, Optional.empty());
    Instant now = clock.instant();
    return switch (step.state()) {
      case REQUESTED ->
          keep(
              step.now(State.DONE, now, Optional.of(words("carried out", caller, reason))), origin);
      case OPEN -> {
        Optional<String> note = Optional.of(words("approved", caller, reason));
        yield step.step().needsIdleness()
            ? keep(step.now(State.WAITING, now, note), origin)
            : enforce(node(step), step.now(State.IN_FORCE, now, note), caller.name(), origin);
      }
      case WAITING, IN_FORCE, FAILED, DONE, DISMISSED, CLOSED ->
          throw Refusal.conflict("advice " + id + " is " + step.state() + "; nobody is asked");
    };
  }

  /** Says no. */
  public synchronized HealthStep dismiss(
      Caller caller, String id, Optional<String> reason, String via) {
    HealthStep step = known(id);
    if (step.over() || step.state() == State.IN_FORCE) {
      throw Refusal.conflict(
          "advice "
              + id
              + " is "
              + step.state()
              + (step.over() ? "" : "; return the device or uncordon the node instead"));
    }
    Optional<String> note = Optional.of(words("dismissed", caller, reason));
    return keep(
        step.decided(caller.name(), clock.instant()).now(State.DISMISSED, clock.instant(), note),
        Origin.of(caller.name(), via, Optional.empty()));
  }

  private static String words(String what, Caller caller, Optional<String> reason) {
    return what
        + " by "
        + caller.name()
        + reason.filter(r -> !r.isBlank()).map(r -> ": " + r).orElse("");
  }

  private HealthStep keep(HealthStep step, Origin origin) {
    String by = origin.by();
    runtime.submit(List.of(HealthBook.fact(step, by)), origin);
    return step;
  }

  /** The step of a number as callers write it. */
  public HealthStep known(String id) {
    return (id.matches("[1-9][0-9]{0,17}")
            ? book.step(Long.parseLong(id))
            : Optional.<HealthStep>empty())
        .orElseThrow(() -> Refusal.notFound("advice", id));
  }

  private NodeNow node(HealthStep step) {
    return NodeNow.of(runtime, new NodeId(step.node()))
        .filter(n -> step.device().isEmpty() || step.device().getAsInt() < n.devices())
        .orElseThrow(() -> Refusal.conflict("node " + step.node() + " is not there"));
  }

  /** A person takes a device out of use. */
  public synchronized void drain(
      Caller caller, String node, int device, Optional<String> reason, String via) {
    NodeNow now = device(node, device);
    String why = reason.filter(r -> !r.isBlank()).orElse("by " + caller.name());
    runtime.submit(
        drain(now, device, why, caller.name()), Origin.of(caller.name(), via, Optional.empty()));
  }

  /**
   * A person lets a device take tasks again; what rules wanted of it is over.
   *
   * @param force also while the condition of the rule that drained it still holds
   */
  public synchronized void giveBack(
      Caller caller, String node, int device, boolean force, String via) {
    NodeNow now = device(node, device);
    DeviceDrain drain =
        book.drains(now.id()).stream()
            .filter(d -> d.device() == device)
            .findFirst()
            .orElseThrow(
                () -> Refusal.conflict("device %s/%d is not drained".formatted(node, device)));
    List<HealthStep> steps =
        book.steps().stream().filter(s -> !s.over() && s.on(node, device)).toList();
    Optional<HealthStep> ill =
        steps.stream()
            .filter(s -> s.state() == State.IN_FORCE && s.recoveredAt().isEmpty())
            .findFirst();
    if (ill.isPresent() && !force) {
      throw Refusal.conflict(
          "device %s/%d has not recovered: %s; force returns it all the same"
              .formatted(node, device, ill.get().reason()));
    }
    List<Event> facts = new ArrayList<>(drain.lift(now.id(), caller.name()));
    facts.addAll(closed(steps, caller.name()));
    runtime.submit(facts, Origin.of(caller.name(), via, Optional.empty()));
  }

  private NodeNow device(String node, int device) {
    return (node.isBlank() ? Optional.<NodeNow>empty() : NodeNow.of(runtime, new NodeId(node)))
        .filter(n -> device >= 0 && device < n.devices())
        .orElseThrow(() -> Refusal.notFound("device", node + "/" + device));
  }

  /** The facts that end what rules wanted of a node as a whole, for one that takes tasks again. */
  public synchronized List<Event> closed(String node, String by) {
    return closed(
        book.steps().stream()
            .filter(s -> !s.over() && s.node().equals(node) && s.device().isEmpty())
            .toList(),
        by);
  }

  private List<Event> closed(List<HealthStep> steps, String by) {
    Optional<String> note = Optional.of("returned by " + by);
    return steps.stream()
        .map(s -> HealthBook.fact(s.now(State.CLOSED, clock.instant(), note), by))
        .toList();
  }
}
