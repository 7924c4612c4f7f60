package dev.weir.benchmarks;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** Live heap of this process. */
final class Heap {
  private Heap() {}

  /** So that what a set-up left behind is not moved about while something is measured. */
  static void collect() {
    System.gc();
  }

  /** After a collection. */
  static long usedMegabytes() {
    collect();
    Runtime runtime = Runtime.getRuntime();
    return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
  }

  /** The most that any collection left over while it is open. */
  static final class Watch implements AutoCloseable {
    private final AtomicLong most = new AtomicLong();
    private final NotificationListener listener = (notification, _) -> take(notification);

    Watch() {
      for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
        ((NotificationEmitter) bean).addNotificationListener(listener, null, null);
      }
    }

    private void take(javax.management.Notification notification) {
      if (notification.getUserData() instanceof CompositeData data
          && notification
              .getType()
              .equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
        long left =
            GarbageCollectionNotificationInfo.from(data)
                .getGcInfo()
                .getMemoryUsageAfterGc()
                .values()
                .stream()
                .mapToLong(MemoryUsage::getUsed)
                .sum();
        most.accumulateAndGet(left, Math::max);
      }
    }

    /** At least what is in use now. */
    long megabytes() {
      return Math.max(most.get() >> 20, usedMegabytes());
    }

    @Override
    public void close() {
      for (GarbageCollectorMXBean bean : ManagementFactory.getGarbageCollectorMXBeans()) {
        try {
          ((NotificationEmitter) bean).removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
          throw new IllegalStateException("the listener was added when this was opened", e);
        }
      }
    }
  }
}
