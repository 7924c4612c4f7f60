package dev.weir.driver.local.health;

import dev.weir.model.doc.Doc;
import java.util.Optional;

/** Steps that a rule can advise, as they are written in the table and in settings. */
@Doc("A step after an error of a device.")
public enum Step {
  IGNORE,
  COUNT_AGAINST_JOB,
  ASK_FOR_CHECKPOINT,
  DRAIN_DEVICE,
  DRAIN_NODE,
  RESET_DEVICE,
  RESET_DEVICE_WHEN_IDLE,
  REBOOT_NODE;

  /** The step that is advised. */
  public static Step of(Advice advice) {
    return switch (advice) {
      case Advice.Ignore _ -> IGNORE;
      case Advice.CountAgainstJob _ -> COUNT_AGAINST_JOB;
      case Advice.AskForCheckpoint _ -> ASK_FOR_CHECKPOINT;
      case Advice.DrainDevice _ -> DRAIN_DEVICE;
      case Advice.DrainNode _ -> DRAIN_NODE;
      case Advice.ResetDevice r -> r.whenIdle() ? RESET_DEVICE_WHEN_IDLE : RESET_DEVICE;
      case Advice.RebootNode _ -> REBOOT_NODE;
    };
  }

  /** Whether it destroys what a device or node holds, so that no task may be there. */
  public boolean needsIdleness() {
    return this == RESET_DEVICE || this == RESET_DEVICE_WHEN_IDLE || this == REBOOT_NODE;
  }

  /** The advice to take this step. */
  Advice advice(int device, Optional<String> task, String reason) {
    return switch (this) {
      case IGNORE -> new Advice.Ignore(reason);
      case COUNT_AGAINST_JOB -> new Advice.CountAgainstJob(task, reason);
      case ASK_FOR_CHECKPOINT -> new Advice.AskForCheckpoint(device, reason);
      case DRAIN_DEVICE -> new Advice.DrainDevice(device, reason);
      case DRAIN_NODE -> new Advice.DrainNode(reason);
      case RESET_DEVICE -> new Advice.ResetDevice(device, false, reason);
      case RESET_DEVICE_WHEN_IDLE -> new Advice.ResetDevice(device, true, reason);
      case REBOOT_NODE -> new Advice.RebootNode(reason);
    };
  }
}
