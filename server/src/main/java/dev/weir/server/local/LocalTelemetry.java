package dev.weir.server.local;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.inventory.discovery.SystemTools;
import dev.weir.driver.local.launch.AllocationRecord;
import dev.weir.driver.local.launch.OldRuns;
import dev.weir.driver.local.launch.Places;
import dev.weir.driver.local.supervise.ProcessKey;
import dev.weir.driver.local.supervise.TaskFolder;
import dev.weir.driver.local.telemetry.DeviceSampler;
import dev.weir.driver.local.telemetry.Sample;
import dev.weir.driver.local.telemetry.TaskSampler;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.server.health.HealthWatch;
import dev.weir.server.runtime.NotLeading;
import dev.weir.server.runtime.ServerRuntime;
import dev.weir.server.runtime.Unavailable;
import dev.weir.store.StoreFailure;
import dev.weir.store.Telemetry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Measures this machine's devices and the tasks that run on it, and hands the samples to the store.
 * What the tools do not tell is not sampled, and so is shown as not measured.
 */
public final class LocalTelemetry implements Runnable {
  private static final System.Logger LOG = System.getLogger("dev.weir.server.local");
  private static final Duration EVERY = Duration.ofSeconds(5);
  private static final Duration TOOL = Duration.ofSeconds(4);
  private static final Duration FINE = Duration.ofHours(2);
  private static final Duration COARSE = Duration.ofDays(14);
  private static final int RETAIN_ROUNDS = 12;
  private static final int TIDY_ROUNDS = 720;

  /** What is kept of a device, and under which name; ratios become percent. */
  private static final Map<Metric, String> DEVICE_METRICS =
      Map.of(
          Metric.UTILISATION, "utilisationPercent",
          Metric.MEMORY_USED, "memoryUsedBytes",
          Metric.TEMPERATURE, "temperatureCelsius",
          Metric.POWER, "powerWatts",
          Metric.COMPUTE_CLOCK, "computeClockHertz",
          Metric.ECC_UNCORRECTED, "eccUncorrected");

  private final ServerRuntime runtime;
  private final DomainId domain;
  private final String node;
  private final Places places;
  private final Telemetry store;
  private final TaskSampler tasks = new TaskSampler(InstantSource.system());
  private final Optional<DeviceSampler> devices;
  private final HealthWatch health;
  private final Duration keepRuns;

  /** Processor seconds of each task at the former look. */
  private Map<String, Seen> seen = new TreeMap<>();

  /** Slots of CPU that were in use at the former look. */
  private Set<Integer> busySlots = new TreeSet<>();

  private record Seen(long at, double cpuSeconds) {}

  /** What runs here: an allocation and whose it is. */
  private record Running(
      AllocationId allocation, int incarnation, String job, List<Integer> devices) {}

  /**
   * @param found devices that the vendors' tools measure; empty on a node of CPU slots
   */
  LocalTelemetry(
      ServerRuntime runtime,
      DomainId domain,
      String node,
      Path local,
      Telemetry store,
      List<FoundDevice> found,
      HealthWatch health,
      Duration keepRuns) {
    this.runtime = runtime;
    this.domain = domain;
    this.node = node;
    this.places = new Places(local);
    this.store = store;
    this.health = health;
    this.keepRuns = keepRuns;
    devices =
        found.isEmpty()
            ? Optional.empty()
            : Optional.of(
                new DeviceSampler(new SystemTools(), found, InstantSource.system(), TOOL));
  }

  @Override
  public void run() {
    try {
      for (int round = 1; ; round++) {
        Thread.sleep(EVERY);
        look();
        if (round % RETAIN_ROUNDS == 0) {
          store.retain(System.currentTimeMillis(), FINE, COARSE);
        }
        if (round % TIDY_ROUNDS == 1) {
          tidy();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    try {
      List<Running> running = running();
      List<Telemetry.Sample> samples = new ArrayList<>();
      List<Sample> measured =
          devices.map(DeviceSampler::measure).map(DeviceSampler.Round::samples).orElse(List.of());
      health.look(measured);
      Map<Integer, Map<Metric, Double>> byDevice = ofDevices(measured, samples);
      Map<String, Seen> now = new TreeMap<>();
      Map<String, double[]> byJob = new TreeMap<>();
      for (Running r : running) {
        measureTasks(r, now, byJob);
      }
      long at = System.currentTimeMillis();
      byJob.forEach(
          (job, sums) -> {
            if (sums[2] > 0) {
              samples.add(new Telemetry.Sample(at, "job/" + job, "cpuCores", sums[0]));
            }
            samples.add(new Telemetry.Sample(at, "job/" + job, "memoryBytes", sums[1]));
          });
      if (devices.isEmpty()) {
        measureSlots(at, running, byJob, byDevice, samples);
      }
      running.forEach(r -> ofItsDevices(at, r, byDevice, samples));
      seen = now;
      store.append(samples);
    } catch (StoreFailure | IOException | Unavailable | NotLeading e) {
      LOG.log(System.Logger.Level.WARNING, "a round of measuring is lost", e);
    }
  }

  /** An hour's worth of starts that are over for long enough. */
  private void tidy() {
    if (!keepRuns.isPositive()) {
      return;
    }
    try {
      Set<AllocationId> living =
          running().stream().map(Running::allocation).collect(Collectors.toSet());
      List<String> gone = new OldRuns(places).remove(Instant.now().minus(keepRuns), living);
      if (!gone.isEmpty()) {
        LOG.log(System.Logger.Level.INFO, "removed what {0} old starts left behind", gone.size());
      }
    } catch (IOException | Unavailable e) {
      LOG.log(System.Logger.Level.WARNING, "old starts are not tidied away", e);
    }
  }

  private List<Running> running() {
    return runtime.ask(
        engine -> {
          List<Running> all = new ArrayList<>();
          for (var holding : engine.state().ledger.holdings().values()) {
            List<Integer> held = new ArrayList<>();
            boolean here = false;
            for (var place : holding.places) {
              if (place.node().spec().domain().equals(domain)) {
                here = true;
                for (long m = place.devices().mask(); m != 0; m &= m - 1) {
                  held.add(Long.numberOfTrailingZeros(m));
                }
              }
            }
            if (here) {
              all.add(new Running(holding.id, holding.incarnation, holding.job.toString(), held));
            }
          }
          return all;
        });
  }

  private Map<Integer, Map<Metric, Double>> ofDevices(
      List<Sample> measured, List<Telemetry.Sample> samples) {
    Map<Integer, Map<Metric, Double>> byDevice = new TreeMap<>();
    for (Sample s : measured) {
      String name = DEVICE_METRICS.get(s.metric());
      if (name != null && s.subject() instanceof Sample.Subject.Device(int position)) {
        double value = s.metric() == Metric.UTILISATION ? 100 * s.value() : s.value();
        samples.add(
            new Telemetry.Sample(
                s.time().toEpochMilli(), "device/" + node + "/" + position, name, value));
        byDevice.computeIfAbsent(position, _ -> new TreeMap<>()).put(s.metric(), value);
      }
    }
    return byDevice;
  }

  /** Adds cores, memory and the number of tasks with a rate to the job's sums. */
  private void measureTasks(Running r, Map<String, Seen> now, Map<String, double[]> byJob)
      throws IOException {
    Path folder = places.allocation(r.allocation(), r.incarnation());
    if (!AllocationRecord.in(folder)) {
      return;
    }
    for (AllocationRecord.Task task : AllocationRecord.read(folder).tasks()) {
      String name = r.allocation() + "-" + r.incarnation() + "/" + task.folder();
      Optional<ProcessKey> process = new TaskFolder(folder.resolve(task.folder())).task();
      if (process.isEmpty() || !process.get().alive()) {
        continue;
      }
      double[] sums = byJob.computeIfAbsent(r.job(), _ -> new double[3]);
      for (Sample s : tasks.ofProcessGroup(name, process.get().pid())) {
        if (s.metric() == Metric.MEMORY_USED) {
          sums[1] += s.value();
        } else {
          Seen before = seen.get(name);
          Seen after = new Seen(s.time().toEpochMilli(), s.value());
          now.put(name, after);
          if (before != null && after.at > before.at) {
            sums[0] +=
                Math.max(0, after.cpuSeconds - before.cpuSeconds) * 1000 / (after.at - before.at);
            sums[2]++;
          }
        }
      }
    }
  }

  /** A slot of CPU stands for one core: it is as busy as the tasks of the job that holds it. */
  private void measureSlots(
      long at,
      List<Running> running,
      Map<String, double[]> byJob,
      Map<Integer, Map<Metric, Double>> byDevice,
      List<Telemetry.Sample> samples) {
    Set<Integer> busy = new TreeSet<>();
    for (Running r : running) {
      double[] sums = byJob.getOrDefault(r.job(), new double[3]);
      if (sums[2] > 0) {
        double percent = 100 * Math.min(1, sums[0] / r.devices().size());
        for (int slot : r.devices()) {
          busy.add(slot);
          byDevice.put(slot, Map.of(Metric.UTILISATION, percent));
          samples.add(slotSample(at, slot, percent));
        }
      }
    }
    busySlots.removeAll(busy);
    busySlots.forEach(slot -> samples.add(slotSample(at, slot, 0)));
    busySlots = busy;
  }

  private Telemetry.Sample slotSample(long at, int slot, double percent) {
    return new Telemetry.Sample(at, "device/" + node + "/" + slot, "utilisationPercent", percent);
  }

  /** Of a job's devices: mean use, sum of power. */
  private static void ofItsDevices(
      long at,
      Running r,
      Map<Integer, Map<Metric, Double>> byDevice,
      List<Telemetry.Sample> samples) {
    String subject = "job/" + r.job();
    List<Double> use = values(r, byDevice, Metric.UTILISATION);
    if (!use.isEmpty()) {
      double mean = use.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
      samples.add(new Telemetry.Sample(at, subject, "utilisationPercent", mean));
    }
    List<Double> power = values(r, byDevice, Metric.POWER);
    if (!power.isEmpty()) {
      double sum = power.stream().mapToDouble(Double::doubleValue).sum();
      samples.add(new Telemetry.Sample(at, subject, "powerWatts", sum));
    }
  }

  private static List<Double> values(
      Running r, Map<Integer, Map<Metric, Double>> byDevice, Metric metric) {
    List<Double> values = new ArrayList<>();
    for (int device : r.devices()) {
      Double value = byDevice.getOrDefault(device, Map.of()).get(metric);
      if (value != null) {
        values.add(value);
      }
    }
    return values;
  }
}
