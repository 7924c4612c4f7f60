package dev.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Resources;
import dev.weir.engine.ledger.Trial;
import dev.weir.model.queue.QueueSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Reclaim by the rule of exchanges comes to rest: jobs of random size that never end, free room is
 * taken by whoever waits, and everybody takes back whatever the rule lets him take.
 */
class ExchangeProperties {
  private static final int[] RESOURCES = {Resources.CPU, Resources.DEVICES};

  private record Gang(int number, Queue queue, Charge charge) {}

  private final Tenants t = new Tenants();
  private final List<Gang> running = new ArrayList<>();
  private final List<Gang> waiting = new ArrayList<>();
  private long[] capacity = {0, 0};

  @Property(tries = 500)
  void thereIsAFixedPoint(@ForAll long seed) {
    new ExchangeProperties().comesToRest(new Random(seed)); // fields live as long as all tries
  }

  private void comesToRest(Random random) {
    build(random);
    int exchanges = 0;
    boolean moved = true;
    while (moved) {
      startWhatFits(random);
      moved = false;
      for (Gang g : List.copyOf(waiting)) {
        boolean guaranteeFirst = random.nextBoolean();
        if (takesBack(g, guaranteeFirst, random) || takesBack(g, !guaranteeFirst, random)) {
          exchanges++;
          moved = true;
          break;
        }
      }
      assertThat(exchanges).as("exchanges with %d gangs", running.size()).isLessThan(2000);
    }
  }

  private void build(Random random) {
    List<QueueSpec> specs = new ArrayList<>();
    int tops = 2 + random.nextInt(3);
    int devices = 8 + random.nextInt(25);
    for (int i = 0; i < tops; i++) {
      int guaranteed = random.nextInt(devices / tops + 1);
      int leaves = random.nextInt(3);
      specs.add(spec("t" + i, "", random.nextBoolean() ? guaranteed : -1, random));
      for (int j = 0; j < leaves; j++) {
        boolean named = random.nextBoolean() && specs.getLast().guaranteed().isEmpty();
        specs.add(spec("t" + i + "/" + j, "t" + i, named ? guaranteed / leaves : -1, random));
      }
    }
    t.tree.configure(specs, 0);
    capacity = new long[] {1000L * devices * (1 + random.nextInt(3)), 1000L * devices};
    t.tree.capacity(new long[] {capacity[0], 0, capacity[1]});
    List<Queue> leaves = t.tree.queues().stream().filter(Queue::leaf).toList();
    for (int i = 0; i < 30; i++) {
      long[] amounts = {1000L * random.nextInt(6), 1000L * (1 + random.nextInt(6))};
      waiting.add(
          new Gang(i, leaves.get(random.nextInt(leaves.size())), new Charge(RESOURCES, amounts)));
    }
  }

  private static QueueSpec spec(String id, String parent, int guaranteed, Random random) {
    return Tenants.spec(id, parent, guaranteed, -1, 1 + random.nextInt(3), 0);
  }

  private boolean fits(Charge charge) {
    for (int i = 0; i < RESOURCES.length; i++) {
      int r = RESOURCES[i];
      long booked = t.tree.tops().stream().mapToLong(q -> q.booked(r)).sum();
      if (booked + charge.amounts()[i] > capacity[i]) {
        return false;
      }
    }
    return true;
  }

  private void startWhatFits(Random random) {
    java.util.Collections.shuffle(waiting, random);
    for (Gang g : List.copyOf(waiting)) {
      if (fits(g.charge)) {
        start(g);
      }
    }
  }

  private void start(Gang g) {
    t.tree.charge(g.queue, g.charge, true, 0);
    waiting.remove(g);
    running.add(g);
  }

  private boolean takesBack(Gang taker, boolean guarantee, Random random) {
    List<Gang> victims = new ArrayList<>();
    List<Gang> order = new ArrayList<>(running);
    java.util.Collections.shuffle(order, random);
    try (Trial trial = t.ledger.trial()) {
      for (Gang v : order) {
        if (fits(taker.charge)) {
          break;
        }
        Exchange x = new Exchange(t.tree, taker.queue, taker.charge, v.queue, v.charge);
        if (guarantee ? x.byGuarantee() : x.byShare(0)) {
          t.tree.uncharge(v.queue, v.charge, true, 0);
          victims.add(v);
        }
      }
      if (victims.isEmpty() || !fits(taker.charge)) {
        return false;
      }
      trial.commit();
    }
    running.removeAll(victims);
    waiting.addAll(victims);
    start(taker);
    return true;
  }
}
