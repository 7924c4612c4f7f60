package dev.weir.store;

/**
 * A snapshot in the store.
 *
 * @param at journal time of its turn, ms
 * @param bytes compressed
 * @param detail what is wrong; empty when it is sound
 */
public record KeptSnapshot(long sequence, long at, long bytes, Condition condition, String detail) {
  /** Whether a recovery may begin there. */
  public enum Condition {
    SOUND,
    /** Another version of Weir wrote it; it is passed over. */
    FOREIGN,
    /** It is not what was written, or not of this journal; it is passed over. */
    DAMAGED
  }
}
