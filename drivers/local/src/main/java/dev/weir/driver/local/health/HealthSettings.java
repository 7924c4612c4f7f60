package dev.weir.driver.local.health;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Which steps are taken without asking.
 *
 * @param modes the mode of each kind of step that is not the default
 */
public record HealthSettings(Map<Step, Mode> modes) {
  /** Draining is automatic; what destroys work or needs rights is asked for. */
  public static final HealthSettings DEFAULT = new HealthSettings(Map.of());

  /** How a step is taken. */
  public enum Mode {
    AUTOMATIC,
    /** A person is asked first. */
    ASK
  }

  public HealthSettings {
    var ordered = new EnumMap<Step, Mode>(Step.class);
    ordered.putAll(modes);
    modes = Collections.unmodifiableMap(ordered);
  }

  /** Every step is asked for. */
  public static HealthSettings askAlways() {
    var all = new EnumMap<Step, Mode>(Step.class);
    for (Step step : Step.values()) {
      all.put(step, Mode.ASK);
    }
    return new HealthSettings(all);
  }

  /** How a piece of advice is followed. */
  public Mode mode(Advice advice) {
    Step step = step(advice);
    Mode byDefault =
        switch (step) {
          case RESET_DEVICE, RESET_DEVICE_WHEN_IDLE, REBOOT_NODE -> Mode.ASK;
          case IGNORE, COUNT_AGAINST_JOB, ASK_FOR_CHECKPOINT, DRAIN_DEVICE, DRAIN_NODE ->
              Mode.AUTOMATIC;
        };
    return modes.getOrDefault(step, byDefault);
  }

  private static Step step(Advice advice) {
    return switch (advice) {
      case Advice.Ignore i -> Step.IGNORE;
      case Advice.CountAgainstJob c -> Step.COUNT_AGAINST_JOB;
      case Advice.AskForCheckpoint a -> Step.ASK_FOR_CHECKPOINT;
      case Advice.DrainDevice d -> Step.DRAIN_DEVICE;
      case Advice.DrainNode d -> Step.DRAIN_NODE;
      case Advice.ResetDevice r -> r.whenIdle() ? Step.RESET_DEVICE_WHEN_IDLE : Step.RESET_DEVICE;
      case Advice.RebootNode r -> Step.REBOOT_NODE;
    };
  }
}
