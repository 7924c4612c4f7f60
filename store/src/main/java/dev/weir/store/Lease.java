package dev.weir.store;

import java.util.Optional;

/**
 * Makes one server the leader. Each take-over raises a fencing token, which every commit checks
 * inside its transaction: a leader that was deposed without knowing it cannot make a turn durable,
 * and so neither answers nor acts.
 */
public interface Lease extends AutoCloseable {
  /**
   * Leads if nobody else does, and renews from then on. To be called again until it succeeds, about
   * once a second. After success the journal must be replayed before the first commit.
   *
   * @return whether this server leads now
   */
  boolean tryAcquire();

  /**
   * Whether this server leads as far as it can know: it did when it last heard from the database,
   * and the time of the lease is not over since. Never true again once lost.
   */
  boolean held();

  /** Who leads, from the database. */
  Optional<Leader> leader();

  /** Lets another server lead at once. */
  @Override
  void close();

  /**
   * The server that leads.
   *
   * @param holder how it calls itself: its URL
   * @param token counts take-overs
   * @param since when it began to lead, ms
   */
  record Leader(String holder, long token, long since) {}
}
