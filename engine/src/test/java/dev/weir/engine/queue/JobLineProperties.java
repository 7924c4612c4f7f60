package dev.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.Job;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The line of blocks against a TreeSet. */
class JobLineProperties {
  @Property(tries = 100)
  void aLineIsASortedSet(@ForAll long seed) {
    Random random = new Random(seed);
    Tenants t = new Tenants().queue("a", "", -1, -1, 1);
    JobLine line = new JobLine();
    TreeSet<Job> set = new TreeSet<>(Lane.JOBS);
    List<Job> known = new ArrayList<>();
    int size = 1 + random.nextInt(1500);
    boolean sorted = random.nextBoolean();
    for (int i = 0; i < 2 * size; i++) {
      if (known.size() < size && random.nextInt(4) > 0) {
        Job job = t.job("a", 1, 0);
        job.orderPriority = random.nextInt(2);
        job.orderKey = sorted ? i : random.nextInt(size);
        known.add(job);
      }
      if (!known.isEmpty()) {
        Job job = known.get(random.nextInt(known.size()));
        assertThat(line.contains(job)).isEqualTo(set.contains(job));
        if (random.nextInt(3) > 0) {
          assertThat(line.add(job)).isEqualTo(set.add(job));
        } else {
          assertThat(line.remove(job)).isEqualTo(set.remove(job));
        }
        assertThat(line.after(job.orderPriority, job.orderKey, job.sequence))
            .isEqualTo(set.higher(job));
        assertThat(line.first()).isEqualTo(set.isEmpty() ? null : set.first());
      }
    }
    List<Job> all = new ArrayList<>();
    line.forEach(all::add);
    assertThat(all).containsExactlyElementsOf(set);
    assertThat(line.size()).isEqualTo(set.size());
  }
}
