package dev.weir.engine.place;

import dev.weir.engine.claim.Claims;
import dev.weir.engine.job.Job;
import dev.weir.engine.job.Jobs;
import dev.weir.engine.ledger.Domain;
import dev.weir.engine.ledger.Fleet;
import dev.weir.engine.ledger.Holding;
import dev.weir.engine.ledger.Ledger;
import dev.weir.engine.ledger.Trial;
import dev.weir.engine.score.Scores;
import dev.weir.model.fleet.TopologySpec;
import dev.weir.model.job.TopologyRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Places whole jobs. Levels of the topology are tried from the tightest that is asked for to the
 * widest that is allowed; inside a level the domain with the fewest sufficient free devices first;
 * a gang lies on devices of one model unless no model alone has room.
 */
public final class Placer {
  private final Ledger ledger;
  private final Fleet fleet;
  private final Claims claims;
  private final NodeChooser chooser;
  private final GangFill fill;

  /** Domains of one level that are tried before the next wider level. */
  private static final int DOMAINS_PER_LEVEL = 8;

  public Placer(Ledger ledger, Jobs jobs, Claims claims, Scores scores) {
    this.ledger = ledger;
    this.fleet = ledger.fleet();
    this.claims = claims;
    this.chooser = new NodeChooser(fleet, claims, scores);
    this.fill = new GangFill(ledger, jobs, chooser);
  }

  /** Another policy's scores from now on. */
  public void use(Scores scores) {
    chooser.use(scores);
  }

  /** Nodes and shapes looked at so far; differences are the work units of a pass. */
  public long work() {
    return chooser.work() + fill.work();
  }

  /**
   * Finds room for the whole job. On success its tasks are booked, as part of the caller's trial if
   * one is open; on failure nothing is.
   */
  public Optional<Placement> place(Job job, PlaceOptions options) {
    int[] sizes = Sizes.first(job, options.sizes());
    Optional<Placement> found = place(job, sizes, options);
    while (found.isEmpty()
        && options.sizes() == PlaceOptions.Sizes.WISHED_THEN_SMALLER
        && Sizes.shrink(job, sizes)) {
      found = place(job, sizes, options);
    }
    return found;
  }

  /** Places the job at exactly these sizes (one per role). */
  public Optional<Placement> place(Job job, int[] sizes, PlaceOptions options) {
    for (int[] variants : Variants.of(job)) {
      Optional<Placement> found = place(job, sizes, variants, options);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<Placement> place(Job job, int[] sizes, int[] variants, PlaceOptions options) {
    Gang gang = Gang.of(job, sizes, variants);
    if (!gang.mayFit(fleet.root(), fleet.pools(), DeviceOptions.ANY_POOL)
        || !licencesFree(gang, options)) {
      return Optional.empty();
    }
    int narrowest = narrowest(job, gang);
    int widest = job.spec.topology().require().flatMap(this::levelNumber).orElse(0);
    for (int level = narrowest; level >= widest; level--) {
      Optional<Placement> found = placeIn(gang, level, options);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private boolean licencesFree(Gang gang, PlaceOptions options) {
    Map<String, Integer> wanted = gang.licences();
    for (Map.Entry<String, Integer> w : wanted.entrySet()) {
      if (ledger.licences().free(w.getKey()) < w.getValue()) {
        return false;
      }
    }
    return !options.heedClaims()
        || claims.leavesLicences(wanted, gang.job(), options.from(), options.until());
  }

  /** The tightest level worth trying; the node itself counts as one more level. */
  private int narrowest(Job job, Gang gang) {
    TopologyRule rule = job.spec.topology();
    Optional<String> wish = rule.prefer().or(rule::require);
    if (wish.isPresent()) {
      return levelNumber(wish.get()).orElse(0);
    }
    boolean near = gang.total() > 1 && gang.deviceCount() > 0;
    return near ? fleet.levels().size() - 1 : 0;
  }

  private Optional<Integer> levelNumber(String name) {
    return name.equals(TopologySpec.NODE) ? Optional.of(fleet.levels().size()) : fleet.level(name);
  }

  private Optional<Placement> placeIn(Gang gang, int level, PlaceOptions options) {
    if (level == fleet.levels().size()) {
      return placeOnOneNode(gang, options);
    }
    if (gang.deviceCount() == 0) {
      return first(gang, fleet.levels().get(level).domains(), DeviceOptions.ANY_POOL, options);
    }
    if (level == 0) {
      return placeInFleet(gang, options);
    }
    for (int pool : poolsOf(gang)) {
      int need = gang.wholeDevices();
      Iterable<Domain> domains = fleet.levels().get(level).withAtLeast(pool, Math.max(need, 0));
      Optional<Placement> found =
          need == 0
              ? first(gang, fleet.levels().get(level).domains(), pool, options)
              : first(gang, domains, pool, options);
      if (found.isPresent()) {
        return found;
      }
    }
    return first(gang, fleet.levels().get(level).domains(), DeviceOptions.ANY_POOL, options);
  }

  private Optional<Placement> placeInFleet(Gang gang, PlaceOptions options) {
    if (gang.total() > 1) {
      int[] pools = poolsOf(gang);
      if (pools.length > 1) {
        for (int pool : pools) {
          Optional<Placement> found = tryDomain(gang, fleet.root(), pool, options);
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return tryDomain(gang, fleet.root(), DeviceOptions.ANY_POOL, options);
  }

  /** Models that every device request of the gang accepts, the least capable first. */
  private int[] poolsOf(Gang gang) {
    List<Integer> pools = new ArrayList<>();
    for (int p = 0; p < fleet.pools().size(); p++) {
      if (gang.accepts(fleet.pools().model(p))) {
        pools.add(p);
      }
    }
    pools.sort(
        java.util.Comparator.comparingLong((Integer p) -> fleet.pools().model(p).memoryBandwidth())
            .thenComparingLong(p -> fleet.pools().model(p).memory().value())
            .thenComparingInt(p -> p));
    return pools.stream().mapToInt(Integer::intValue).toArray();
  }

  private Optional<Placement> first(
      Gang gang, Iterable<Domain> domains, int pool, PlaceOptions options) {
    int tried = 0;
    for (Domain domain : domains) {
      if (gang.mayFit(domain, fleet.pools(), pool)) {
        Optional<Placement> found = tryDomain(gang, domain, pool, options);
        if (found.isPresent()) {
          return found;
        }
        if (++tried >= DOMAINS_PER_LEVEL && gang.plain()) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Placement> tryDomain(Gang gang, Domain domain, int pool, PlaceOptions options) {
    if (!gang.mayFit(domain, fleet.pools(), pool)) {
      return Optional.empty();
    }
    try (Trial trial = ledger.trial()) {
      Optional<Placement> placed = fill.fill(gang, domain, null, pool, options);
      if (placed.isPresent()) {
        trial.commit();
      }
      return placed;
    }
  }

  private Optional<Placement> placeOnOneNode(Gang gang, PlaceOptions options) {
    for (var node : fill.nodesForAll(gang, fleet.root())) {
      try (Trial trial = ledger.trial()) {
        Optional<Placement> placed =
            fill.fill(gang, fleet.root(), node, DeviceOptions.ANY_POOL, options);
        if (placed.isPresent()) {
          trial.commit();
          return placed;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Other places for tasks that a running gang lost, near enough to the rest for the job's rules.
   * On success they are booked; on failure nothing is.
   */
  public Optional<List<Holding.Place>> replace(
      Job job,
      int[] variants,
      List<Holding.Place> lost,
      List<Holding.Place> rest,
      PlaceOptions options) {
    try (Trial trial = ledger.trial()) {
      Optional<List<Holding.Place>> found = fill.replace(job, variants, lost, rest, options);
      if (found.isPresent()) {
        trial.commit();
      }
      return found;
    }
  }
}
