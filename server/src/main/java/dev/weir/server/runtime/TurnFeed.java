package dev.weir.server.runtime;

import dev.weir.control.Turn;
import dev.weir.model.event.Event;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes those who wait for a turn; the turns themselves are read from the store. */
public final class TurnFeed {
  private final Lock lock = new ReentrantLock();
  private final Condition turned = lock.newCondition();
  private long newest;
  private long settingChanged;

  void turned(Turn turn) {
    boolean setting = turn.events().stream().anyMatch(e -> e instanceof Event.SettingChanged);
    lock.lock();
    try {
      newest = Math.max(newest, turn.sequence());
      settingChanged = setting ? newest : settingChanged;
      turned.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The state is that of this turn, which need not have come by. */
  void recovered(long sequence) {
    lock.lock();
    try {
      newest = Math.max(newest, sequence);
      turned.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Number of the newest durable turn. */
  public long newest() {
    lock.lock();
    try {
      return newest;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Number of the newest durable turn that changed a setting, of those since this server began; 0
   * before the first. Who keeps a setting reads it again when this grows.
   */
  public long settingChanged() {
    lock.lock();
    try {
      return settingChanged;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a turn after this one.
   *
   * @return false when the time is over
   */
  public boolean await(long after, long millis) throws InterruptedException {
    long left = TimeUnit.MILLISECONDS.toNanos(millis);
    lock.lock();
    try {
      while (newest <= after) {
        if (left <= 0) {
          return false;
        }
        left = turned.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
