package dev.weir.engine.check;

/** How much the engine distrusts itself. */
public enum Assertions {
  /** The ledger's own bounds only. */
  OFF,
  /** Also sums that cost little: usage of queues against the holdings. */
  CHEAP,
  /** Everything recounted from the holdings after each event and each pass. */
  FULL
}
