package dev.weir.traces.workload;

import dev.weir.model.job.JobKind;
import dev.weir.traces.EndState;
import dev.weir.traces.TraceJob;
import dev.weir.traces.TraceNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An invented trace for runs at scale: equal nodes with eight devices each, and jobs that arrive so
 * fast that they offer a given load.
 *
 * <p>Sizes follow the calibration. Run times are log-normal with the calibration's mean: half of
 * the variance of the logarithm belongs to the job's name, of which every user repeats a few, and
 * half to the single run, so that history is worth something but not everything. The requested
 * limit is 1.26 to 10 times the run time. Size and run time are independent. Jobs above eight
 * devices are gangs of tasks with eight devices each.
 *
 * @param seed everything follows from it
 * @param jobs how many jobs
 * @param nodes how many nodes of eight devices
 * @param load wanted offered load (see {@link Workloads#offeredLoad}), met in expectation
 * @param arrivals distances between arrivals
 * @param calibration sizes and mean run time
 * @param sigma deviation of the logarithm of the run time; 1.5 to 2 is what production shows
 * @param queues how many queues; their users submit equally often
 * @param users how many users, spread evenly over the queues
 */
public record SyntheticTrace(
    long seed,
    int jobs,
    int nodes,
    double load,
    Arrivals arrivals,
    Calibration calibration,
    double sigma,
    int queues,
    int users) {

  /** How jobs follow each other. */
  public enum Arrivals {
    /** Exponential distances. */
    POISSON,
    /** Log-normal distances with a deviation of 1.5 of the logarithm: bursts and pauses. */
    BURSTY
  }

  private static final int DEVICES_PER_NODE = 8;
  private static final int NAMES_PER_USER = 8;
  private static final double BURST_SIGMA = 1.5;
  private static final String MODEL = "A100-80";
  private static final long CPU_MILLI_PER_DEVICE = 12_000;
  private static final long MEMORY_PER_DEVICE = 96L << 30;
  private static final SortedMap<String, String> NONE =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  /** Refuses what cannot be invented. */
  public SyntheticTrace {
    if (jobs < 1 || nodes < 1 || queues < 1 || users < queues) {
      throw new IllegalArgumentException(
          "a synthetic trace has jobs, nodes, queues, and a user for each queue");
    }
    if (!(load > 0) || Double.isInfinite(load) || !(sigma >= 0) || sigma > 5) {
      throw new IllegalArgumentException("load > 0 and sigma from 0 to 5 are needed");
    }
    if (calibration.largestMilli() / 1000 > (long) nodes * DEVICES_PER_NODE) {
      throw new IllegalArgumentException(
          "%d nodes are too few for %s, whose largest jobs have %d devices"
              .formatted(nodes, calibration, calibration.largestMilli() / 1000));
    }
  }

  /** A trace with the usual settings: Poisson arrivals, Helios, sigma 1.5, 8 queues, 400 users. */
  public static SyntheticTrace of(long seed, int jobs, int nodes, double load) {
    return new SyntheticTrace(
        seed, jobs, nodes, load, Arrivals.POISSON, Calibration.HELIOS, 1.5, 8, 400);
  }

  /** Devices of the cluster. */
  public long devices() {
    return (long) nodes * DEVICES_PER_NODE;
  }

  /** The nodes. */
  public List<TraceNode> nodeList() {
    var list = new ArrayList<TraceNode>(nodes);
    for (int i = 0; i < nodes; i++) {
      list.add(
          new TraceNode(
              "node-%06d".formatted(i),
              DEVICES_PER_NODE * (CPU_MILLI_PER_DEVICE + 4000),
              DEVICES_PER_NODE * (MEMORY_PER_DEVICE + (32L << 30)),
              DEVICES_PER_NODE,
              MODEL,
              NONE));
    }
    return List.copyOf(list);
  }

  /** The jobs in the order of submission, made one by one; the same at each call. */
  public Iterator<TraceJob> jobList() {
    return new Jobs(this);
  }

  /** Mean distance between arrivals that offers the load, seconds. */
  double meanGap() {
    return calibration.meanDevices() * calibration.meanSeconds() / (devices() * load);
  }

  private static final class Jobs implements Iterator<TraceJob> {
    private final SyntheticTrace trace;
    private final Draws draws;
    private final SizeMix sizes;
    private final double[] nameFactors;
    private final List<Optional<String>> names = new ArrayList<>();
    private final List<String> users = new ArrayList<>();
    private final List<String> queues = new ArrayList<>();
    private final double halfSigma;
    private int made;
    private double clock;

    Jobs(SyntheticTrace trace) {
      this.trace = trace;
      this.draws = new Draws(trace.seed());
      this.sizes = SizeMix.of(trace.calibration());
      this.halfSigma = trace.sigma() / Math.sqrt(2);
      this.nameFactors = new double[trace.users() * NAMES_PER_USER];
      for (int user = 0; user < trace.users(); user++) {
        users.add("user-%d".formatted(user));
        for (int i = 0; i < NAMES_PER_USER; i++) {
          names.add(Optional.of("user-%d-job-%d".formatted(user, i)));
          nameFactors[user * NAMES_PER_USER + i] = draws.logNormal(1, halfSigma);
        }
      }
      double mean = Arrays.stream(nameFactors).average().orElseThrow();
      Arrays.setAll(nameFactors, name -> nameFactors[name] / mean);
      for (int queue = 0; queue < trace.queues(); queue++) {
        queues.add("queue-%d".formatted(queue));
      }
    }

    @Override
    public boolean hasNext() {
      return made < trace.jobs();
    }

    @Override
    public TraceJob next() {
      if (!hasNext()) {
        throw new NoSuchElementException("all %d jobs are made".formatted(made));
      }
      clock += made == 0 ? 0 : gap();
      int milli = sizes.at(draws.uniform());
      int name = draws.below(nameFactors.length);
      int user = name / NAMES_PER_USER;
      double seconds =
          draws.logNormal(trace.calibration().meanSeconds() * nameFactors[name], halfSigma);
      double limit = seconds * StrictMath.pow(10, 0.1 + 0.9 * draws.uniform());
      int whole = Math.max(1, milli / 1000);
      int devices = Math.min(whole, DEVICES_PER_NODE);
      int share = Math.min(milli, TraceJob.WHOLE_DEVICE);
      return new TraceJob(
          "job-%08d".formatted(made++),
          clock,
          whole / devices,
          CPU_MILLI_PER_DEVICE * devices * share / 1000,
          MEMORY_PER_DEVICE * devices / 1000 * share,
          devices,
          share,
          OptionalLong.empty(),
          List.of(),
          OptionalDouble.of(seconds),
          OptionalDouble.of(limit),
          queues.get(user % trace.queues()),
          users.get(user),
          0,
          share < TraceJob.WHOLE_DEVICE ? JobKind.INTERACTIVE : JobKind.TRAINING,
          EndState.COMPLETED,
          OptionalDouble.empty(),
          names.get(name),
          Optional.empty(),
          NONE);
    }

    private double gap() {
      return switch (trace.arrivals()) {
        case POISSON -> draws.exponential(trace.meanGap());
        case BURSTY -> draws.logNormal(trace.meanGap(), BURST_SIGMA);
      };
    }
  }
}
