package dev.weir.server.health;

import dev.weir.control.Origin;
import dev.weir.driver.local.health.Advice;
import dev.weir.driver.local.health.Fault;
import dev.weir.driver.local.health.Faults;
import dev.weir.driver.local.health.Finding;
import dev.weir.driver.local.health.HealthRules;
import dev.weir.driver.local.health.ResetCommand;
import dev.weir.driver.local.health.SampleRules;
import dev.weir.driver.local.health.SampleTable;
import dev.weir.driver.local.health.XidTable;
import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.discovery.SystemTools;
import dev.weir.driver.local.inventory.discovery.Tools;
import dev.weir.driver.local.telemetry.Boot;
import dev.weir.driver.local.telemetry.KernelLog;
import dev.weir.driver.local.telemetry.Sample;
import dev.weir.driver.local.telemetry.XidReport;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.NodeId;
import dev.weir.server.runtime.ServerRuntime;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Brings what this machine's kernel log and tools say before the health rules, and what follows to
 * the desk. By one thread.
 */
public final class HealthWatch {
  private static final Duration TOOL = Duration.ofSeconds(4);

  /** An end is noticed so long after the kill that it tells of, at most. */
  private static final Duration NOTICED = Duration.ofSeconds(10);

  /** Without a further report for so long a device counts as well again. */
  private static final Duration QUIET = Duration.ofHours(24);

  /** During a storm of errors that change nothing, the memory is written so often at most. */
  private static final Duration REMEMBER_EVERY = Duration.ofMinutes(1);

  private final ServerRuntime runtime;
  private final HealthDesk desk;
  private final NodeId id;
  private final List<FoundDevice> found;
  private final Tools tools;
  private final Boot boot;
  private final ForcedEnds ends;
  private final InstantSource clock;
  private final Consumer<String> warn;
  private final HealthRules rules = new HealthRules(XidTable.builtIn());
  private final SampleTable values = SampleTable.builtIn();
  private final SampleRules samples = new SampleRules(values);
  private final HealthProgress progress;
  private final Map<AllocationId, Long> devicesOf = new LinkedHashMap<>();
  private final List<Fault> held = new ArrayList<>();
  private Optional<Reading> reading = Optional.empty();
  private boolean warned;

  /** How far this watch is. */
  private record Reading(KernelLog log, HealthMemory memory, Instant saved) {}

  /**
   * @param found devices as the discovery found them, by position; empty on a node of CPU slots
   * @param warn hears what people should know
   */
  public HealthWatch(
      ServerRuntime runtime,
      HealthDesk desk,
      NodeId id,
      List<FoundDevice> found,
      Tools tools,
      Boot boot,
      ForcedEnds ends,
      InstantSource clock,
      Consumer<String> warn) {
    this.runtime = runtime;
    this.desk = desk;
    this.id = id;
    this.found = List.copyOf(found);
    this.tools = tools;
    this.boot = boot;
    this.ends = ends;
    this.clock = clock;
    this.warn = warn;
    progress = new HealthProgress(runtime, desk, id, tools, clock);
  }

  /** With this machine's own tools. */
  public static HealthWatch ofThisMachine(
      ServerRuntime runtime,
      HealthDesk desk,
      NodeId id,
      List<FoundDevice> found,
      ForcedEnds ends,
      Consumer<String> warn) {
    Boot boot;
    try {
      boot = Boot.now();
    } catch (IOException e) {
      warn.accept("when this machine was started is not known: " + e.getMessage());
      boot = new Boot("", Instant.EPOCH);
    }
    return new HealthWatch(
        runtime, desk, id, found, new SystemTools(), boot, ends, InstantSource.system(), warn);
  }

  /** One look: what is new is judged, what was begun goes on. */
  public void look(List<Sample> measured) {
    Optional<NodeNow> now = NodeNow.of(runtime, id);
    if (now.isEmpty()) {
      return; // it has not joined yet
    }
    NodeNow node = now.get();
    Reading at = reading.orElseGet(this::begin);
    reading = Optional.of(at);
    node.held().forEach(h -> devicesOf.put(h.allocation(), h.mask()));
    if (!found.isEmpty()) {
      judgeLog(node, at);
      samples.judge(measured).forEach(f -> advise(node, f));
    }
    NodeNow after = NodeNow.of(runtime, id).orElse(node);
    progress.look(
        after, new HealthProgress.Knowledge(found.size(), boot.started(), this::recovered));
  }

  private Reading begin() {
    HealthMemory memory = desk.book().memory(id);
    boolean same = memory.boot().equals(boot.id());
    Duration seen = same ? Duration.ofNanos(memory.seenNanos()) : Duration.ofNanos(-1);
    return new Reading(new KernelLog(tools, boot.started(), TOOL, seen), memory, Instant.EPOCH);
  }

  /** Whether anything followed. */
  private boolean advise(NodeNow node, Finding finding) {
    return finding.device() < node.devices()
        && desk.advise(
            node,
            finding,
            d -> d < found.size() ? ResetCommand.of(found.get(d)).orElse(List.of()) : List.of());
  }

  // ------------------------------------------------------------------ the kernel log

  private void judgeLog(NodeNow node, Reading at) {
    switch (at.log.look()) {
      case KernelLog.Look.Unreadable(String reason) -> {
        if (!warned) {
          warned = true;
          warn.accept("errors in the kernel log are not seen: " + reason);
        }
      }
      case KernelLog.Look.Reports(List<XidReport> reports) -> {
        for (XidReport report : reports) {
          Faults.of(report, found, _ -> Optional.empty())
              .map(f -> new Fault(f.time(), f.device(), f.xid(), f.text(), task(node, report, f)))
              .ifPresent(held::add);
        }
        judgeFaults(node, at, !reports.isEmpty());
      }
    }
  }

  /** The job that holds the device; where there are several or none, the process. */
  private static Optional<String> task(NodeNow node, XidReport report, Fault fault) {
    List<NodeNow.Held> holders = node.holders(fault.device());
    return holders.size() == 1
        ? Optional.of(holders.getFirst().job().toString())
        : processOf(report);
  }

  private static Optional<String> processOf(XidReport report) {
    return report.pid().isPresent()
        ? Optional.of("process " + report.pid().getAsLong())
        : Optional.empty();
  }

  private void judgeFaults(NodeNow node, Reading at, boolean news) {
    HealthMemory memory = at.memory;
    List<Fault> ripe = held.stream().filter(this::ripe).toList();
    held.removeAll(ripe);
    boolean followed = false;
    for (Fault fault : ripe) {
      var history =
          new HealthRules.History(memory.faults(HealthMemory.positions(node.uuids())), kills());
      List<Advice> advice = rules.judge(fault, history);
      memory = memory.and(fault, uuid(node, fault.device()));
      followed |= advise(node, new Finding(HealthRules.name(fault.xid()), fault.device(), advice));
    }
    if (news || !ripe.isEmpty()) {
      remember(at, memory, followed);
    }
  }

  private static String uuid(NodeNow node, int device) {
    return device < node.devices() ? node.uuids().get(device) : "";
  }

  /** What a kill of ours may explain is judged when that would have been noticed. */
  private boolean ripe(Fault fault) {
    return !rules.canBeExplained(fault.xid())
        || !fault.time().plus(HealthRules.OWN_KILL).isAfter(clock.instant());
  }

  private List<HealthRules.Kill> kills() {
    Map<AllocationId, Instant> recent = ends.recent();
    List<HealthRules.Kill> kills = new ArrayList<>();
    devicesOf.forEach(
        (allocation, mask) -> {
          Instant end = recent.get(allocation);
          if (end != null) {
            for (long m = mask; m != 0; m &= m - 1) {
              kills.add(new HealthRules.Kill(end.minus(NOTICED), Long.numberOfTrailingZeros(m)));
            }
          }
        });
    return kills;
  }

  private void remember(Reading at, HealthMemory memory, boolean now) {
    Instant time = clock.instant();
    // Reports that are not judged yet are read again by the next server.
    HealthMemory next = held.isEmpty() ? memory.read(boot.id(), at.log.seen()) : memory;
    boolean due = now || !at.saved.plus(REMEMBER_EVERY).isAfter(time);
    if (due && !next.equals(desk.book().memory(id))) {
      runtime.submit(
          List.of(HealthBook.fact(id, next, HealthDesk.WEIR)),
          Origin.of(HealthDesk.WEIR, "kernel log", Optional.empty()));
    }
    reading = Optional.of(new Reading(at.log, next, due ? time : at.saved));
    var living =
        NodeNow.of(runtime, id).stream()
            .flatMap(n -> n.held().stream())
            .map(NodeNow.Held::allocation)
            .collect(Collectors.toSet());
    var recent = ends.recent();
    devicesOf.keySet().removeIf(a -> !living.contains(a) && !recent.containsKey(a));
  }

  // ------------------------------------------------------------------ well again

  /**
   * The rule's own condition: a value that is low again; an error after which the device was reset
   * or the machine started anew, or that did not come again for a day.
   */
  private boolean recovered(HealthStep step) {
    if (step.device().isPresent() && samples.recovered(step.rule(), step.device().getAsInt())) {
      return true;
    }
    boolean value = values.rule(step.rule()).flatMap(SampleTable.Rule::above).isPresent();
    Instant last = last(step);
    return !value
        && (boot.started().isAfter(last)
            || resetSince(step, last)
            || !last.plus(QUIET).isAfter(clock.instant()));
  }

  private Instant last(HealthStep step) {
    Instant last = step.at();
    HealthMemory memory = reading.map(Reading::memory).orElse(HealthMemory.EMPTY);
    for (HealthMemory.Seen fault : memory.faults()) {
      boolean same =
          HealthRules.name(fault.xid()).equals(step.rule())
              && (step.device().isEmpty()
                  || (step.uuid().isEmpty()
                      ? fault.device() == step.device().getAsInt()
                      : fault.uuid().equals(step.uuid())));
      if (same && fault.time().isAfter(last)) {
        last = fault.time();
      }
    }
    return last;
  }

  private boolean resetSince(HealthStep step, Instant last) {
    return desk.book().steps().stream()
        .filter(s -> s.node().equals(step.node()) && s.device().equals(step.device()))
        .filter(s -> s.step().needsIdleness() && s.state() == HealthStep.State.DONE)
        .anyMatch(s -> s.endedAt().filter(e -> e.isAfter(last)).isPresent());
  }
}
