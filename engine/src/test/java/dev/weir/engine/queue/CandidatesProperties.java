package dev.weir.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.engine.job.Job;
import dev.weir.engine.ledger.Charge;
import dev.weir.engine.ledger.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;

/** The candidates of many passes against a naive implementation that looks at every job. */
class CandidatesProperties {
  private static final List<String> LEAVES = List.of("p/a", "p/b", "p/c", "q", "r");
  private static final Comparator<Job> ORDER =
      Comparator.comparingInt((Job j) -> -j.priority).thenComparingLong(j -> j.sequence);

  private final Tenants t = new Tenants();
  private final Naive naive = new Naive();
  private long now;
  private long epoch;

  CandidatesProperties() {
    t.tree.configure(
        List.of(
            Tenants.spec("p", "", 6, -1, 2, 60),
            Tenants.spec("p/a", "p", 4, -1, 1, 60),
            Tenants.spec("p/b", "p", -1, -1, 1, 0),
            Tenants.spec("p/c", "p", 1, -1, 3, 60),
            Tenants.spec("q", "", 2, 5, 1, 60),
            Tenants.spec("r", "", -1, -1, 1, 60)),
        0);
    t.devices(20);
  }

  /** Looks at everything, every time. */
  private static final class Naive {
    final List<Job> waiting = new ArrayList<>();
    final Set<Job> offered = new HashSet<>();
    final Set<String> skippedQueues = new HashSet<>();

    /** Parked queue and shape. */
    final Set<String> parked = new HashSet<>();

    final Set<String> overQuota = new HashSet<>();

    static String lane(Job job) {
      return job.spec.queue() + "#" + job.shape.id();
    }

    @Nullable Job best(String leaf) {
      return waiting.stream()
          .filter(j -> j.spec.queue().value().equals(leaf) && !offered.contains(j))
          .filter(j -> !parked.contains(lane(j)) && !overQuota.contains(lane(j)))
          .min(ORDER)
          .orElse(null);
    }
  }

  private @Nullable Job expected(boolean fairness) {
    if (!fairness) {
      return LEAVES.stream()
          .filter(l -> !skipped(t.queue(l)))
          .map(naive::best)
          .filter(j -> j != null)
          .min(ORDER)
          .orElse(null);
    }
    return fairest(t.tree.tops());
  }

  private boolean skipped(Queue queue) {
    for (Queue q = queue; q != null; q = q.parent()) {
      if (naive.skippedQueues.contains(q.id.value())) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Job fairest(List<Queue> siblings) {
    Job best = null;
    double bestRank = 0;
    boolean bestGuaranteed = false;
    for (Queue q : siblings) {
      Job job = skipped(q) ? null : q.leaf() ? naive.best(q.id.value()) : fairest(q.children());
      if (job == null) {
        continue;
      }
      Charge least = t.tree.leastCharge().of(job.shape);
      boolean guaranteed = q.withinGuarantee(least);
      double rank = guaranteed ? (double) q.booked(2) / q.guaranteed(2) : t.tree.share(q, now);
      if (best == null
          || (guaranteed && !bestGuaranteed)
          || (guaranteed == bestGuaranteed && rank < bestRank)) {
        best = job;
        bestRank = rank;
        bestGuaranteed = guaranteed;
      }
    }
    return best;
  }

  @Property(tries = 400)
  void everyPassOffersWhatTheNaiveOneOffers(@ForAll long seed) {
    new CandidatesProperties().manyPasses(new Random(seed)); // fields live as long as all tries
  }

  private void manyPasses(Random random) {
    List<Job> running = new ArrayList<>();
    for (int pass = 0; pass < 12; pass++) {
      now += random.nextInt(20_000);
      arrivals(random);
      ends(random, running);
      boolean returned = random.nextInt(3) == 0;
      boolean moved = random.nextInt(6) == 0;
      if (returned) {
        t.roomComesBack();
      }
      epoch += moved ? 1 : 0;
      onePass(random, running, returned || moved, moved);
    }
  }

  private void arrivals(Random random) {
    for (int i = random.nextInt(12); i > 0; i--) {
      int leaf = random.nextInt(LEAVES.size());
      Job job = t.waits(LEAVES.get(leaf), 1 + random.nextInt(3), random.nextInt(3));
      arrived(job);
    }
    if (!naive.waiting.isEmpty() && random.nextInt(3) == 0) {
      Job job = naive.waiting.get(random.nextInt(naive.waiting.size()));
      naive.waiting.remove(job);
      if (naive.waiting.stream().noneMatch(j -> Naive.lane(j).equals(Naive.lane(job)))) {
        naive.parked.remove(Naive.lane(job)); // a lane that runs empty forgets
        naive.overQuota.remove(Naive.lane(job));
      }
      job.priority = random.nextInt(4);
      t.queue(job.spec.queue().value()).waiting().rekey(job, now);
      arrived(job);
    }
  }

  /** A job that stands before all of its lane opens it. */
  private void arrived(Job job) {
    boolean first =
        naive.waiting.stream()
            .filter(j -> Naive.lane(j).equals(Naive.lane(job)))
            .noneMatch(j -> ORDER.compare(j, job) < 0);
    if (first) {
      naive.parked.remove(Naive.lane(job));
      naive.overQuota.remove(Naive.lane(job));
    }
    naive.waiting.add(job);
  }

  private void ends(Random random, List<Job> running) {
    if (!running.isEmpty() && random.nextBoolean()) {
      Job job = running.remove(random.nextInt(running.size()));
      Queue leaf = t.queue(job.spec.queue().value());
      t.tree.uncharge(leaf, t.tree.leastCharge().of(job.shape), true, now);
      // p has a guarantee and so has q; r has no rule, and what comes back there opens nobody
      String top = job.spec.queue().value().substring(0, 1);
      naive.overQuota.removeIf(lane -> lane.startsWith(top) && !top.equals("r"));
    }
  }

  private void onePass(Random random, List<Job> running, boolean opened, boolean moved) {
    boolean fairness = random.nextInt(4) > 0;
    naive.offered.clear();
    naive.skippedQueues.clear();
    if (opened) {
      naive.parked.clear();
    }
    if (moved) {
      naive.overQuota.clear();
    }
    Candidates candidates = t.tree.candidates(fairness, now, epoch);
    int looked = random.nextInt(25);
    for (int i = 0; i < looked; i++) {
      Job wanted = expected(fairness);
      Job got = candidates.next();
      assertThat(got).isEqualTo(wanted);
      if (got == null) {
        return;
      }
      naive.offered.add(got);
      treat(random, candidates, got, running);
    }
  }

  private void treat(Random random, Candidates candidates, Job job, List<Job> running) {
    Queue leaf = t.queue(job.spec.queue().value());
    Charge charge = t.tree.leastCharge().of(job.shape);
    switch (random.nextInt(6)) {
      case 0, 1 -> {
        boolean commit = random.nextInt(3) > 0;
        try (Trial trial = t.ledger.trial()) {
          leaf.waiting().dequeue(job);
          t.tree.charge(leaf, charge, true, now);
          if (commit) {
            trial.commit();
          }
        }
        if (commit) {
          naive.waiting.remove(job);
          running.add(job);
        }
      }
      case 2 -> {
        candidates.skipShape(job);
        naive.parked.add(Naive.lane(job));
      }
      case 3 -> {
        candidates.skipQuota(job);
        naive.overQuota.add(Naive.lane(job));
      }
      case 4 -> {
        if (random.nextInt(4) == 0) {
          Queue queue = leaf.parent() == null || random.nextBoolean() ? leaf : leaf.parent();
          candidates.skipQueue(queue);
          naive.skippedQueues.add(queue.id.value());
        }
      }
      default -> candidates.skipJob(job);
    }
  }
}
