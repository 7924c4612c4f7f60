package dev.weir.driver.local.health;

import java.util.Optional;

/** What the rules advise, with a reason for people. A device is named by its position. */
public sealed interface Advice {
  /** Why, in words; names the error. */
  String reason();

  /** Nothing is done. */
  record Ignore(String reason) implements Advice {}

  /**
   * The error is the job's: the device stays in use.
   *
   * @param task whose task it is, where that is known
   */
  record CountAgainstJob(Optional<String> task, String reason) implements Advice {}

  /** The work of the tasks on the device should be saved now, before it is lost. */
  record AskForCheckpoint(int device, String reason) implements Advice {}

  /** The device takes no new task. */
  record DrainDevice(int device, String reason) implements Advice {}

  /** The node takes no new task. */
  record DrainNode(String reason) implements Advice {}

  /**
   * The device should be reset; its tasks are lost by that.
   *
   * @param whenIdle after its tasks have ended; false: now
   */
  record ResetDevice(int device, boolean whenIdle, String reason) implements Advice {}

  /** The node should be started anew. */
  record RebootNode(String reason) implements Advice {}
}
