package dev.weir.store;

/**
 * Something that happened to a job.
 *
 * @param turn sequence of the turn
 * @param at journal time, ms
 * @param what see {@link What}
 * @param detail the fact or decision itself as JSON, without its bulk (spec, tasks)
 */
public record TimelineEntry(long turn, long at, What what, String detail) {
  /** Kinds of entries. */
  public enum What {
    /** It came to the door. */
    SUBMITTED,
    /** It can never run. */
    REJECTED,
    /** Its planned start was set, moved or dropped. */
    PLANNED,
    /** Its tasks were placed and are being started. */
    STARTING,
    /** All its tasks run. */
    STARTED,
    /** The world could not start it. */
    START_REFUSED,
    /** A complete checkpoint of its work exists. */
    CHECKPOINT,
    /** It was asked to stop; with cause and beneficiary. */
    STOP_ASKED,
    /** Its tasks were changed. */
    RESIZING,
    /** The change of its tasks is done. */
    RESIZED,
    /** One of its tasks is lost. */
    TASK_LOST,
    /** No process of an allocation runs any more. */
    ENDED,
    /** It was given up. */
    FAILED,
    /** A person cancelled it. */
    CANCELLED,
    /** A person suspended it. */
    SUSPENDED,
    /** A person let it go on. */
    RESUMED,
    /** A person changed its priority. */
    PRIORITY
  }
}
