package dev.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.ledger.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Bookings, demand and waiting jobs against a recount, through trials that are undone. */
class BookingProperties {
  private static final int[] RESOURCES = {Resources.CPU, Resources.DEVICES};

  private record Running(String queue, Charge charge, boolean preemptible) {}

  private final Tenants t = new Tenants().devices(100);
  private final List<String> leaves = List.of("p/a", "p/b", "q");
  private List<Running> running = new ArrayList<>();
  private List<Job> waiting = new ArrayList<>();
  private long now;

  BookingProperties() {
    t.tree.configure(
        List.of(
            Tenants.spec("p", "", 5, -1, 1, 500),
            Tenants.spec("p/a", "p", 2, -1, 1, 500),
            Tenants.spec("p/b", "p", -1, -1, 1, 0),
            Tenants.spec("q", "", -1, 9, 2, 60)),
        0);
  }

  @Property(tries = 300)
  void everythingIsTheSumOfWhatRunsAndWaits(@ForAll long seed) {
    new BookingProperties().manySteps(new Random(seed)); // fields live as long as all tries
  }

  private void manySteps(Random random) {
    for (int i = 0; i < 60; i++) {
      now += random.nextInt(100_000);
      if (random.nextInt(4) == 0) {
        undone(random, 1 + random.nextInt(2));
      } else {
        step(random);
      }
      recount();
    }
  }

  private void undone(Random random, int depth) {
    List<Running> runningBefore = new ArrayList<>(running);
    List<Job> waitingBefore = new ArrayList<>(waiting);
    String before = picture();
    try (Trial _ = t.ledger.trial()) {
      for (int i = random.nextInt(6); i >= 0; i--) {
        step(random);
      }
      try (Trial inner = t.ledger.trial()) {
        step(random);
        inner.commit();
      }
      if (depth > 1) {
        undone(random, depth - 1);
      }
    }
    running = runningBefore;
    waiting = waitingBefore;
    assertThat(picture()).isEqualTo(before);
  }

  private void step(Random random) {
    switch (random.nextInt(5)) {
      case 0 -> {
        Charge charge =
            new Charge(RESOURCES, new long[] {random.nextInt(4000), 1000L * random.nextInt(4)});
        Running r = new Running(leaves.get(random.nextInt(3)), charge, random.nextBoolean());
        t.tree.charge(t.queue(r.queue), charge, r.preemptible, now);
        running.add(r);
      }
      case 1 -> {
        if (!running.isEmpty()) {
          Running r = running.remove(random.nextInt(running.size()));
          t.tree.uncharge(t.queue(r.queue), r.charge, r.preemptible, now);
        }
      }
      case 2 -> {
        String queue = leaves.get(random.nextInt(3));
        waiting.add(t.waits(queue, 1 + random.nextInt(3), random.nextInt(3)));
      }
      case 3 -> {
        if (!waiting.isEmpty()) {
          Job job = waiting.remove(random.nextInt(waiting.size()));
          t.queue(job.spec.queue().value()).waiting().dequeue(job);
        }
      }
      default -> {
        if (!waiting.isEmpty()) {
          Job job = waiting.get(random.nextInt(waiting.size()));
          Waiting w = t.queue(job.spec.queue().value()).waiting();
          switch (random.nextInt(3)) {
            case 0 -> w.sleep(job, now + random.nextInt(100));
            case 1 -> w.wake(job);
            default -> w.rekey(job, now);
          }
        }
      }
    }
  }

  /** All that can be seen, to the last bit. */
  private String picture() {
    StringBuilder text = new StringBuilder();
    for (Queue q : t.tree.queues()) {
      text.append(q).append(' ').append(Double.doubleToLongBits(t.tree.share(q, now + 12_345)));
      for (int r : RESOURCES) {
        text.append(' ').append(q.booked(r)).append(' ').append(q.bookedUnpreemptible(r));
        text.append(' ').append(q.demand(r));
        text.append(' ').append(Double.doubleToLongBits(q.usage.used(r, now + 777)));
      }
      text.append(' ').append(q.givenBack).append(q.waiting().jobs()).append('\n');
    }
    return text.toString();
  }

  private void recount() {
    for (Queue q : t.tree.queues()) {
      for (int r : RESOURCES) {
        long booked =
            running.stream().filter(x -> below(x.queue, q)).mapToLong(x -> x.charge.of(r)).sum();
        long fixed =
            running.stream()
                .filter(x -> !x.preemptible && below(x.queue, q))
                .mapToLong(x -> x.charge.of(r))
                .sum();
        long asked =
            waiting.stream()
                .filter(
                    j ->
                        below(j.spec.queue().value(), q)
                            && !t.queue(j.spec.queue().value()).waiting().asleep(j))
                .mapToLong(j -> t.tree.leastCharge().of(j.shape).of(r))
                .sum();
        assertThat(q.booked(r)).isEqualTo(booked);
        assertThat(q.bookedUnpreemptible(r)).isEqualTo(fixed);
        assertThat(q.demand(r)).isEqualTo(booked + asked);
        assertThat(q.usage.used(r, now)).isBetween(0.0, 200_000.0);
      }
      assertThat(q.waiting().size())
          .isEqualTo((int) waiting.stream().filter(j -> j.spec.queue().equals(q.id)).count());
    }
  }

  private static boolean below(String queue, Queue q) {
    return queue.equals(q.id.value()) || queue.startsWith(q.id.value() + "/");
  }
}
