package dev.weir.server.health;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.api.Wire;
import dev.weir.driver.local.health.HealthSettings;
import dev.weir.driver.local.health.Step;
import dev.weir.model.event.Event;
import dev.weir.model.id.NodeId;
import dev.weir.server.runtime.DeviceDrain;
import dev.weir.store.Reads;
import dev.weir.store.Setting;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the journal holds about health: steps, what rules remember, and how steps are taken. */
public final class HealthBook {
  private static final String STEPS = "advice/";
  private static final String MEMORY = "health/";

  private final Reads reads;

  public HealthBook(Reads reads) {
    this.reads = reads;
  }

  /** All steps that are kept, the oldest first. */
  public List<HealthStep> steps() {
    return reads.settings(STEPS).stream()
        .map(s -> value(s, HealthStep.class))
        .sorted(Comparator.comparingLong(HealthStep::id))
        .toList();
  }

  Optional<HealthStep> step(long id) {
    return reads.setting(STEPS + id).map(s -> value(s, HealthStep.class));
  }

  /** How steps are taken now. */
  HealthSettings settings() {
    return reads
        .setting(HealthSettings.NAME)
        .map(s -> value(s, HealthSettings.class))
        .orElse(HealthSettings.DEFAULT);
  }

  HealthMemory memory(NodeId node) {
    return reads
        .setting(MEMORY + node)
        .map(s -> value(s, HealthMemory.class))
        .orElse(HealthMemory.EMPTY);
  }

  /** The drains of a node's devices. */
  List<DeviceDrain> drains(NodeId node) {
    return reads.settings(DeviceDrain.DRAINS + node + "/").stream()
        .map(s -> DeviceDrain.read(s.json()))
        .toList();
  }

  /** Why a node, or a device of it, was being drained at a time. */
  public Optional<String> drainReason(String node, long at) {
    return steps().reversed().stream()
        .filter(s -> s.node().equals(node))
        .filter(s -> s.step() == Step.DRAIN_NODE || s.step() == Step.DRAIN_DEVICE)
        .filter(s -> s.decidedAt().orElse(s.at()).toEpochMilli() <= at)
        .filter(s -> s.endedAt().filter(e -> e.toEpochMilli() < at).isEmpty())
        .filter(s -> s.state() == HealthStep.State.IN_FORCE || s.state() == HealthStep.State.CLOSED)
        .map(HealthStep::reason)
        .findFirst();
  }

  static Event fact(HealthStep step, String by) {
    return changed(STEPS + step.id(), step, by);
  }

  static Event forgotten(HealthStep step, String by) {
    return new Event.SettingChanged(STEPS + step.id(), Optional.empty(), by);
  }

  static Event fact(NodeId node, HealthMemory memory, String by) {
    return changed(MEMORY + node, memory, by);
  }

  private static Event changed(String name, Object value, String by) {
    try {
      return new Event.SettingChanged(
          name, Optional.of(Wire.strict().writeValueAsString(value)), by);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T value(Setting setting, Class<T> type) {
    try {
      return Wire.strict().readValue(setting.json(), type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("setting " + setting.name() + " cannot be read", e);
    }
  }
}
