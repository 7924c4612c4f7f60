package dev.weir.control;

/** Hears of each turn after it is durable: metrics, streams to people. Must not block. */
@FunctionalInterface
public interface TurnListener {
  /**
   * @param passNanos wall time of the pass, measured outside the engine
   */
  void turned(Turn turn, long passNanos);
}
