package dev.weir.store.sql;

import dev.weir.store.Lease;
import java.util.Optional;

/** Of a store that is only looked at. */
final class NoLease implements Lease {
  @Override
  public boolean tryAcquire() {
    return false;
  }

  @Override
  public boolean held() {
    return false;
  }

  @Override
  public Optional<Leader> leader() {
    return Optional.empty();
  }

  @Override
  public void close() {
    // Nothing is held.
  }
}
