package dev.weir.testkit;

import dev.weir.control.Clock;

/** A clock that stands still until it is told otherwise; it may be set back. */
public final class FakeClock implements Clock {
  private long millis;

  public FakeClock(long millis) {
    this.millis = millis;
  }

  @Override
  public long millis() {
    return millis;
  }

  public void set(long value) {
    millis = value;
  }

  public void advance(long by) {
    millis += by;
  }
}
