package dev.weir.server.access;

/** What somebody may do in a queue; each includes those before it. */
public enum Role {
  /** Sees the queue and its jobs. */
  VIEWER,
  /** Submits, and does everything to jobs of its own. */
  USER,
  /** Does everything to every job; on all queues also to nodes and reservations. */
  OPERATOR,
  /** On all queues: queues, policy, settings, users, tokens, audit. */
  ADMIN;

  /** Whether it includes another. */
  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }
}
