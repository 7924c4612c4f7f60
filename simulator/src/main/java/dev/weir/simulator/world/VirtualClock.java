package dev.weir.simulator.world;

import dev.weir.control.Clock;

/** Time that passes only when the simulation says so. */
public final class VirtualClock implements Clock {
  private long now;

  public VirtualClock(long startMillis) {
    now = startMillis;
  }

  @Override
  public long millis() {
    return now;
  }

  /**
   * @throws IllegalArgumentException when the time would run backwards
   */
  public void advanceTo(long millis) {
    if (millis < now) {
      throw new IllegalArgumentException("time cannot go from " + now + " back to " + millis);
    }
    now = millis;
  }
}
