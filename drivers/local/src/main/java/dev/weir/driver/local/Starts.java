package dev.weir.driver.local;

import dev.weir.driver.local.isolation.Refused;
import dev.weir.driver.local.launch.AllocationRecord;
import dev.weir.driver.local.launch.Places;
import dev.weir.driver.local.launch.Preparation;
import dev.weir.model.event.Event;
import dev.weir.model.event.Exit;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.JobId;
import dev.weir.model.job.JobSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Prepares starts, or says why there will be none. Several allocations at once, each once. */
final class Starts {
  private final Surrounding around;
  private final Places places;
  private final SavedWork saved;
  private final Preparation preparation;
  private final Map<AllocationId, Run> runs;

  /** Fractions of devices that starts under way will hold. */
  private final Map<AllocationId, Share> shares = new TreeMap<>();

  private record Share(String tenant, long devices) {}

  Starts(
      Surrounding around,
      Places places,
      SavedWork saved,
      Preparation preparation,
      Map<AllocationId, Run> runs) {
    this.around = around;
    this.places = places;
    this.saved = saved;
    this.preparation = preparation;
    this.runs = runs;
  }

  /** Writes all files; empty when it is refused, which has been told then. */
  Optional<Run> start(Preparation.Start start, JobId job, Optional<JobSpec> known) {
    try {
      JobSpec spec = known.orElseThrow(() -> new Refused("job " + job + " is not known here"));
      keepTenantsApart(start, spec);
      Path folder = places.allocation(start.id(), start.incarnation());
      if (Files.exists(folder)) {
        removeUnstarted(folder);
      }
      AllocationRecord record = preparation.prepare(withResume(start, spec), spec);
      Run run = new Run(around, record, folder, saved.watch(record));
      runs.put(start.id(), run);
      return Optional.of(run);
    } catch (Refused e) {
      around.tell(refusal(start, job, e));
    } catch (IOException e) {
      around.tell(
          refusal(start, job, new Refused("its files cannot be written: " + e.getMessage())));
    } catch (RuntimeException e) {
      // Such as a path that this system cannot name: without an answer the job would start for
      // ever.
      around.tell(
          refusal(start, job, Refused.forGood("it cannot be started here: " + e.getMessage())));
    } finally {
      forgetShare(start.id());
    }
    return Optional.empty();
  }

  private static Event refusal(Preparation.Start start, JobId job, Refused refused) {
    if (!refused.isForGood()) {
      return new Event.StartRefused(start.id(), job, start.incarnation(), refused.reason());
    }
    return new Event.AllocationEnded(
        start.id(),
        job,
        start.incarnation(),
        Event.End.FAILED,
        Optional.of(new Exit(OptionalInt.empty(), OptionalInt.empty(), refused.reason())));
  }

  /** Files of a start whose record was never written: nothing of it was started. */
  private static void removeUnstarted(Path folder) throws IOException {
    if (AllocationRecord.in(folder)) {
      throw new IOException(folder + " belongs to a start that is over");
    }
    List<Path> all;
    try (var files = Files.walk(folder)) {
      all = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.delete(file);
    }
  }

  /** Notes what the start will hold, so that of two at once the second sees the first. */
  private synchronized void keepTenantsApart(Preparation.Start start, JobSpec spec) throws Refused {
    long devices = Preparation.sharedDevices(start.tasks());
    if (around.config().shareDevices() || devices == 0) {
      return;
    }
    String tenant = Preparation.tenant(spec);
    for (Share share : shares.values()) {
      keepApart(tenant, devices, share);
    }
    for (Run run : runs.values()) {
      if (!run.isOver()) {
        keepApart(tenant, devices, new Share(run.record().tenant(), run.record().sharedDevices()));
      }
    }
    shares.put(start.id(), new Share(tenant, devices));
  }

  private static void keepApart(String tenant, long devices, Share other) throws Refused {
    long both = devices & other.devices;
    if (both != 0 && !other.tenant.equals(tenant)) {
      throw new Refused(
          "tenant '%s' would share device %d with tenant '%s'; nothing keeps them apart there"
              .formatted(tenant, Long.numberOfTrailingZeros(both), other.tenant));
    }
  }

  private synchronized void forgetShare(AllocationId id) {
    shares.remove(id);
  }

  private Preparation.Start withResume(Preparation.Start start, JobSpec spec) throws IOException {
    return new Preparation.Start(
        start.id(), start.incarnation(), start.variants(), start.tasks(), saved.newest(spec.id()));
  }
}
