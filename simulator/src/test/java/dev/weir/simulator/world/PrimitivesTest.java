package dev.weir.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PrimitivesTest {
  @Test
  void theHeapOrdersByTimeAndThenByEntryLikeAPriorityQueue() {
    Random random = new Random(1);
    EventHeap heap = new EventHeap();
    PriorityQueue<long[]> reference =
        new PriorityQueue<>(
            (a, b) -> a[0] != b[0] ? Long.compare(a[0], b[0]) : Long.compare(a[1], b[1]));
    for (int i = 0; i < 20_000; i++) {
      if (random.nextInt(3) > 0 || heap.isEmpty()) {
        long time = random.nextInt(500);
        heap.add(time, i);
        reference.add(new long[] {time, i});
      } else {
        long[] first = reference.remove();
        assertThat(heap.firstTime()).isEqualTo(first[0]);
        assertThat(heap.firstPayload()).isEqualTo(first[1]);
        heap.removeFirst();
      }
      assertThat(heap.size()).isEqualTo(reference.size());
    }
  }

  @Test
  void theMapIsAMap() {
    Random random = new Random(2);
    LongIntMap map = new LongIntMap();
    Map<Long, Integer> reference = new HashMap<>();
    for (int i = 0; i < 50_000; i++) {
      long key = random.nextInt(2_000) * (random.nextBoolean() ? 1L : 1L << 33);
      if (random.nextInt(3) == 0) {
        map.remove(key);
        reference.remove(key);
      } else {
        map.put(key, i);
        reference.put(key, i);
      }
      long asked = random.nextInt(2_000);
      assertThat(map.get(asked)).isEqualTo(reference.getOrDefault(asked, -1));
      assertThat(map.size()).isEqualTo(reference.size());
    }
  }
}
