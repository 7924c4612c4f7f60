package dev.weir.server.health;

import dev.weir.control.Origin;
import dev.weir.driver.local.health.HealthSettings;
import dev.weir.driver.local.health.Step;
import dev.weir.driver.local.inventory.discovery.Tools;
import dev.weir.model.event.Event;
import dev.weir.model.id.NodeId;
import dev.weir.server.health.HealthStep.State;
import dev.weir.server.runtime.DeviceDrain;
import dev.weir.server.runtime.ServerRuntime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Goes on with the steps of one node, look by look: a drained device without tasks is taken out of
 * service, a reset is asked for or run when nothing of ours is on the device any more, a device
 * that has recovered is marked. By one thread.
 */
final class HealthProgress {
  private static final Duration RESET = Duration.ofSeconds(60);
  private static final Duration KEPT = Duration.ofDays(30);
  private static final Origin ORIGIN = Origin.of(HealthDesk.WEIR, "health", Optional.empty());

  private final ServerRuntime runtime;
  private final HealthDesk desk;
  private final NodeId id;
  private final Tools tools;
  private final InstantSource clock;

  /** Who held a device when its drain could not be made; it is tried again when that changes. */
  private final Map<Integer, List<NodeNow.Held>> refused = new TreeMap<>();

  HealthProgress(
      ServerRuntime runtime, HealthDesk desk, NodeId id, Tools tools, InstantSource clock) {
    this.runtime = runtime;
    this.desk = desk;
    this.id = id;
    this.tools = tools;
    this.clock = clock;
  }

  /**
   * What a look knows beside the journal.
   *
   * @param measured number of devices that this machine's tools reach; only these are reset
   * @param started when the machine was started
   * @param recovered whether a rule's condition no longer holds
   */
  record Knowledge(int measured, Instant started, Predicate<HealthStep> recovered) {}

  /** One look. */
  void look(NodeNow node, Knowledge known) {
    synchronized (desk) {
      takeOutOfService(node);
      Instant now = clock.instant();
      List<HealthStep> all = desk.book().steps();
      for (HealthStep step : all) {
        if (!step.node().equals(id.value())) {
          continue;
        }
        if (!step.over() && moved(node, step)) {
          continue;
        }
        if (step.over()) {
          forget(step, all, now);
        } else if (step.step().needsIdleness() && step.at().isBefore(known.started)) {
          keep(step.now(State.DONE, now, Optional.of("the machine was started anew")));
        } else if (step.state() == State.WAITING) {
          goOn(node, step, known, now);
        } else if (step.state() == State.IN_FORCE) {
          mark(step, known.recovered.test(step), now);
        }
      }
    }
  }

  /** A step follows its device, when positions have shifted. */
  private boolean moved(NodeNow node, HealthStep step) {
    int position = step.uuid().isEmpty() ? -1 : node.uuids().indexOf(step.uuid());
    if (position < 0 || step.device().orElse(position) == position) {
      return false;
    }
    keep(step.movedTo(position));
    return true;
  }

  private void keep(HealthStep step) {
    runtime.submit(List.of(HealthBook.fact(step, HealthDesk.WEIR)), ORIGIN);
  }

  /** The newest stays whatever its age, so that no number is given twice. */
  private void forget(HealthStep step, List<HealthStep> all, Instant now) {
    if (step.id() != all.getLast().id()
        && step.endedAt().filter(e -> e.isBefore(now.minus(KEPT))).isPresent()) {
      runtime.submit(List.of(HealthBook.forgotten(step, HealthDesk.WEIR)), ORIGIN);
    }
  }

  private void mark(HealthStep step, boolean well, Instant now) {
    if (well != step.recoveredAt().isPresent()) {
      keep(step.recovered(well ? Optional.of(now) : Optional.empty()));
    }
  }

  // ------------------------------------------------------------------ drains of devices

  private void takeOutOfService(NodeNow node) {
    for (DeviceDrain drain : desk.book().drains(id)) {
      int device = drain.device();
      if (device < 0 || device >= node.devices() || !node.healthy(device)) {
        continue;
      }
      List<NodeNow.Held> holders = node.holders(device);
      if (node.drained(device)) {
        refused.remove(device);
        if (holders.isEmpty()) {
          runtime.submit(
              List.of(
                  new Event.DeviceHealthChanged(id, device, false, Optional.of(drain.reason()))),
              ORIGIN);
        }
      } else if (!holders.equals(refused.put(device, holders))) {
        // A job that must not be moved was in the way, or another reservation.
        runtime.submit(List.of(drain.reserved(id, clock.instant())), ORIGIN);
      }
    }
  }

  // ------------------------------------------------------------------ resets and new starts

  private void goOn(NodeNow node, HealthStep step, Knowledge known, Instant now) {
    boolean whole = step.device().isEmpty();
    boolean idle = whole ? node.held().isEmpty() : node.idle(step.device().getAsInt());
    if (!whole && step.device().getAsInt() >= node.devices()) {
      return; // it is not there any more; a person decides
    }
    if (!step.automatic() && step.decidedBy().isEmpty()) {
      if (idle) {
        keep(step.now(State.OPEN, now, Optional.empty()));
      }
    } else if (whole) {
      if (idle) {
        keep(step.now(State.REQUESTED, now, Optional.of("a person starts the machine anew")));
      }
    } else if (!drained(node, step, idle)) {
      runtime.submit(drain(node, step), ORIGIN);
    } else if (idle && !node.healthy(step.device().getAsInt())) {
      reset(step, known, now);
    }
  }

  /** One that waits for idleness moves nothing: it is drained when nothing is there. */
  private static boolean drained(NodeNow node, HealthStep step, boolean idle) {
    return node.drained(step.device().getAsInt())
        || step.step() == Step.RESET_DEVICE_WHEN_IDLE && !idle;
  }

  private List<Event> drain(NodeNow node, HealthStep step) {
    int device = step.device().getAsInt();
    return new DeviceDrain(device, node.uuids().get(device), HealthDesk.why(step))
        .facts(id, clock.instant(), HealthDesk.WEIR);
  }

  private void reset(HealthStep step, Knowledge known, Instant now) {
    HealthSettings settings = desk.book().settings();
    boolean ours = step.device().getAsInt() < known.measured && !step.command().isEmpty();
    if (!ours || !settings.runResets().orElse(false)) {
      String why =
          step.command().isEmpty()
              ? "no command is known for this device"
              : "a person runs the command; runResets is off";
      keep(step.now(State.REQUESTED, now, Optional.of(why)));
      return;
    }
    keep(
        switch (tools.run(step.command(), RESET)) {
          case Tools.Run.Ended(int code, String out) when code == 0 ->
              step.now(State.DONE, now, Optional.of(told("the command succeeded", out)));
          case Tools.Run.Ended(int code, String out) ->
              step.now(State.FAILED, now, Optional.of(told("exit code " + code, out)));
          case Tools.Run.Failed(String reason) ->
              step.now(State.FAILED, now, Optional.of(told("the command " + reason, "")));
        });
  }

  private static String told(String what, String out) {
    List<String> lines = new ArrayList<>(out.lines().filter(l -> !l.isBlank()).limit(3).toList());
    lines.addFirst(what);
    String all = String.join("; ", lines);
    return all.length() <= 400 ? all : all.substring(0, 400);
  }
}
