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
