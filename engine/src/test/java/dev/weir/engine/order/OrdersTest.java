package dev.weir.engine.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.engine.job.Job;
import dev.weir.engine.queue.Tenants;
import dev.weir.model.forecast.DurationForecast;
import dev.weir.model.job.JobSpec;
import dev.weir.model.job.StartWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each order puts first. */
class OrdersTest {
  private static final long HOUR = 3_600_000;
  private static final long NOW = 1000 * HOUR;

  private final Tenants t = new Tenants().queue("a", "", -1, -1, 1);

  /** A job submitted so many hours ago, whose run is forecast to last so many hours. */
  private Job job(double hoursAgo, int devices, double p50, double p90) {
    Job job = t.jobs.add(t.spec("a", 1, devices, 0), NOW - (long) (hoursAgo * HOUR));
    if (p50 > 0) {
      job.forecast = new DurationForecast((long) (p50 * HOUR), (long) (p90 * HOUR));
    }
    return job;
  }

  private static List<Job> sorted(JobOrder order, OrderContext context, Job... jobs) {
    Comparator<Job> byPriority = Comparator.comparingInt(j -> order.byPriority() ? -j.priority : 0);
    return List.of(jobs).stream()
        .sorted(
            byPriority
                .thenComparingDouble(j -> order.key(j, NOW, context))
                .thenComparingLong(j -> j.sequence))
        .toList();
  }

  private static List<Job> sorted(JobOrder order, Job... jobs) {
    return sorted(order, OrderContext.DEFAULTS, jobs);
  }

  static List<JobOrder> orders() {
    return Orders.ALL;
  }

  @ParameterizedTest
  @MethodSource("orders")
  void keysAreNumbersAndNamesAreKnownOnce(JobOrder order) {
    Job plain = job(1, 2, 0, 0);
    Job known = job(2, 2, 3, 4);
    assertThat(order.key(plain, NOW, OrderContext.DEFAULTS)).isFinite();
    assertThat(order.key(known, NOW, OrderContext.DEFAULTS)).isFinite();
    assertThat(Orders.ALL).filteredOn(o -> o.name().equals(order.name())).hasSize(1);
  }

  /** Orders whose only knowledge is forecasts are first come, first served without any. */
  @ParameterizedTest
  @MethodSource("orders")
  void withoutAnyKnowledgeTheFirstSubmittedGoesFirst(JobOrder order) {
    Job first = job(5, 1, 0, 0);
    Job second = job(3, 1, 0, 0);
    Job third = job(1, 1, 0, 0);
    assertThat(sorted(order, third, first, second)).containsExactly(first, second, third);
  }

  @Test
  void priorityGoesBeforeSubmissionAndFifoIgnoresIt() {
    Job early = job(5, 1, 0, 0);
    Job high = job(1, 1, 0, 0);
    high.priority = 7;
    assertThat(sorted(new Priority(), early, high)).containsExactly(high, early);
    assertThat(sorted(new WeirOrder(), early, high)).containsExactly(high, early);
    assertThat(sorted(new Fifo(), high, early)).containsExactly(early, high);
  }

  /** S16: a job that was taken away resumes before one submitted after it. */
  @Test
  void aJobThatWasTakenAwayKeepsItsPlace() {
    Job taken = job(5, 1, 0, 0);
    Job later = job(3, 1, 0, 0);
    taken.waitingSince = NOW;
    assertThat(sorted(new Fifo(), later, taken)).containsExactly(taken, later);
    assertThat(sorted(new Priority(), later, taken)).containsExactly(taken, later);
    assertThat(sorted(new WeirOrder(), later, taken)).containsExactly(taken, later);
  }

  @Test
  void shortestTotalRemainingAndServiceDiffer() {
    Job short8 = job(1, 8, 2, 2); // 2 h on 8 devices
    Job long1 = job(1, 1, 10, 10); // 10 h on 1
    Job almostDone = job(1, 1, 12, 12);
    almostDone.savedMillis = 11 * HOUR;
    assertThat(sorted(new Sjf(), almostDone, long1, short8))
        .containsExactly(short8, long1, almostDone);
    assertThat(sorted(new Srtf(), long1, short8, almostDone))
        .containsExactly(almostDone, short8, long1);
    assertThat(sorted(new Srsf(), short8, long1, almostDone))
        .containsExactly(almostDone, long1, short8);
  }

  @Test
  void aTimeLimitStandsInForAForecast() {
    JobSpec spec = t.spec("a", 1, 1, 0);
    JobSpec limited =
        new JobSpec(
            spec.id(),
            spec.name(),
            spec.queue(),
            spec.user(),
            spec.kind(),
            0,
            spec.roles(),
            spec.topology(),
            Optional.of(Duration.ofMinutes(10)),
            StartWindow.ALWAYS,
            List.of(),
            spec.disruption(),
            Optional.empty(),
            0,
            Map.of());
    Job ten = t.jobs.add(limited, NOW);
    Job unknown = job(5, 1, 0, 0);
    Job half = job(5, 1, 0.5, 0.5);
    assertThat(sorted(new Sjf(), unknown, half, ten)).containsExactly(ten, half, unknown);
  }

  @Test
  void leastAttainedServiceSinksByThresholdsAndRisesWhenItStarves() {
    Las las = new Las();
    long deviceHour = 1000 * HOUR;
    assertThat(Las.queue(0, OrderContext.DEFAULTS)).isZero();
    assertThat(Las.queue(deviceHour - 1, OrderContext.DEFAULTS)).isZero();
    assertThat(Las.queue(deviceHour, OrderContext.DEFAULTS)).isEqualTo(1);
    assertThat(Las.queue(8 * deviceHour, OrderContext.DEFAULTS)).isEqualTo(2);
    assertThat(Las.queue(Long.MAX_VALUE, OrderContext.DEFAULTS)).isEqualTo(2);

    Job served = job(90, 2, 0, 0);
    served.attained = 4 * deviceHour; // 2 h on 2 devices
    served.waitingSince = NOW - HOUR;
    Job fresh = job(1, 1, 0, 0);
    assertThat(sorted(las, served, fresh)).containsExactly(fresh, served);
    assertThat(las.changesAt(served, NOW, OrderContext.DEFAULTS)).isEqualTo(NOW + 15 * HOUR);
    assertThat(las.changesAt(fresh, NOW, OrderContext.DEFAULTS)).isEqualTo(Long.MAX_VALUE);
    served.waitingSince = NOW - 16 * HOUR;
    assertThat(sorted(las, fresh, served)).containsExactly(served, fresh);
    OrderContext never = new OrderContext(Map.of("las.promote", 0.0));
    assertThat(sorted(las, never, served, fresh)).containsExactly(fresh, served);
  }

  @Test
  void leastSlackFirstAndLostJobsBehind() {
    Job soon = deadline(job(1, 1, 2, 2), NOW + 3 * HOUR); // 1 h of slack
    Job later = deadline(job(9, 1, 1, 1), NOW + 4 * HOUR); // 3 h
    Job lost = deadline(job(9, 1, 5, 5), NOW + 4 * HOUR); // too late by 1 h
    Job none = job(99, 1, 1, 1);
    DeadlineSlack order = new DeadlineSlack();
    assertThat(sorted(order, none, lost, later, soon)).containsExactly(soon, later, lost, none);
    assertThat(order.changesAt(soon, NOW, OrderContext.DEFAULTS)).isEqualTo(NOW + HOUR + 1);
    assertThat(order.key(soon, NOW + HOUR + 1, OrderContext.DEFAULTS))
        .isGreaterThan(order.key(later, NOW + HOUR + 1, OrderContext.DEFAULTS));
  }

  private static Job deadline(Job job, long at) {
    JobSpec s = job.spec;
    job.spec =
        new JobSpec(
            s.id(),
            s.name(),
            s.queue(),
            s.user(),
            s.kind(),
            s.priority(),
            s.roles(),
            s.topology(),
            s.timeLimit(),
            new StartWindow(Optional.empty(), Optional.of(Instant.ofEpochMilli(at))),
            s.dependencies(),
            s.disruption(),
            s.reservation(),
            s.maxRestarts(),
            s.labels());
    return job;
  }

  /** Of a known run time the price is what is left; age makes it cheaper. */
  @Test
  void gittinsOfACertainRunTimeIsWhatIsLeft() {
    DurationForecast certain = new DurationForecast(10 * HOUR, 10 * HOUR);
    assertThat(Gittins.price(certain, 0)).isCloseTo(10 * HOUR, within(1.0));
    assertThat(Gittins.price(certain, 4 * HOUR)).isCloseTo(6 * HOUR, within(1.0));
    assertThat(Gittins.price(certain, 11 * HOUR)).isEqualTo(11 * HOUR);
  }

  /** Of two with the same median, the one that may be over soon is worth a try. */
  @Test
  void gittinsPrefersTheWiderSpreadAtFirstAndGivesItUpLater() {
    DurationForecast narrow = new DurationForecast(10 * HOUR, 11 * HOUR);
    DurationForecast wide = new DurationForecast(10 * HOUR, 100 * HOUR);
    assertThat(Gittins.price(wide, 0)).isLessThan(Gittins.price(narrow, 0));
    assertThat(Gittins.price(wide, 9 * HOUR)).isGreaterThan(Gittins.price(narrow, 9 * HOUR));
  }

  @Test
  void gittinsAgainstAllTimesOneByOne() {
    DurationForecast f = new DurationForecast(3 * HOUR, 9 * HOUR);
    double sigma = Math.log(3) / 1.2815515655446004;
    double[] z = {
      -1.96, -1.4395, -1.1503, -0.9346, -0.7554, -0.5978, -0.4538, -0.3186, -0.1891, -0.0627
    };
    double[] points = new double[20];
    for (int i = 0; i < 10; i++) {
      points[i] = 3 * HOUR * Math.exp(sigma * z[i]);
      points[19 - i] = 3 * HOUR * Math.exp(-sigma * z[i]);
    }
    double age = 2.2 * HOUR;
    double best = Double.MAX_VALUE;
    for (double end : points) {
      double grant = end - age;
      double cost = 0;
      int done = 0;
      for (double p : points) {
        cost += p > age ? Math.min(p - age, grant) : 0;
        done += p > age && p <= end ? 1 : 0;
      }
      best = done > 0 ? Math.min(best, cost / done) : best;
    }
    assertThat(Gittins.price(f, age)).isCloseTo(best, within(1.0));
  }

  /** The bound on starvation that weir states. */
  @Property(tries = 500)
  void nobodySubmittedABoundLaterPasses(
      @ForAll long seed, @ForAll @LongRange(min = 1, max = 400) long boundHours) {
    Random random = new Random(seed);
    OrderContext context = new OrderContext(Map.of("weir.boundHours", (double) boundHours));
    Job old = anyJob(random, 900);
    Job late = anyJob(random, 900 - boundHours - random.nextInt(50));
    assertThat(sorted(new WeirOrder(), context, late, old)).containsExactly(old, late);
  }

  private Job anyJob(Random random, double hoursAgo) {
    double p50 = random.nextInt(4) == 0 ? 0 : random.nextDouble() * 500;
    return job(hoursAgo, 1 + random.nextInt(8), p50, 2 * p50);
  }

  @Test
  void weirServesTheSmallerOfThoseThatCameTogether() {
    Job large = job(2, 8, 20, 30);
    Job small = job(1, 1, 0.1, 0.2);
    Job middle = job(1.5, 1, 0, 0);
    assertThat(sorted(new WeirOrder(), large, middle, small)).containsExactly(small, middle, large);
  }
}
