package dev.weir.store.sql;

/** What a lease tells the store when this server begins to lead. */
interface Leading {
  /**
   * Opens the writer at the newest turn.
   *
   * @param token the fencing token of this leader
   */
  void lead(long token);
}
