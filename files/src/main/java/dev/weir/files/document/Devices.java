package dev.weir.files.document;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Malformed;
import dev.weir.files.bind.OneOrMany;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Shorthand;
import dev.weir.files.bind.Synonyms;
import dev.weir.files.catalogue.ComputeCapability;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.fleet.NodeSpec;
import dev.weir.model.job.DeviceFilter;
import dev.weir.model.job.DeviceRequest;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.GpuShare;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What one task asks of the devices of its node. */
@Doc(
    "Devices of one task: a number, MODEL:NUMBER, or fields. With share or memory it is a fraction of each device, with"
        + " mig an instance, otherwise whole devices.")
public record Devices(
    @Doc("How many devices, fractions or instances per task, all of one model.")
        @Range(min = 0, max = NodeSpec.MAX_DEVICES)
        @Default("1")
        @Synonyms({"gpus", "number", "limit"})
        int count,
    @Doc("Models that are welcome; left out: any.") @Synonyms({"type", "product", "gpu"}) @OneOrMany
        List<String> model,
    @Doc("Share of the computing power of each device.") Optional<GpuShare> share,
    @Doc("Memory of each device that the task may use.") Optional<Bytes> memory,
    @Doc("MIG profile, such as 3g.40gb.") @Synonyms({"profile"}) Optional<String> mig,
    @Doc("Devices with at least this much memory.") Optional<Bytes> minMemory,
    @Doc("Devices with at least this memory bandwidth per second.") Optional<Bytes> minBandwidth,
    @Doc("Devices with at least this compute capability.")
        Optional<ComputeCapability> minComputeCapability)
    implements Checked {

  private static final Pattern MODEL_AND_COUNT = Pattern.compile("([^:]+?)(?::([0-9]{1,4}))?");

  static final Devices NONE = of(0);

  private static Devices of(int count) {
    return of(count, List.of());
  }

  private static Devices of(int count, List<String> model) {
    return new Devices(
        count,
        model,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** {@code devices: 8}: whole devices of any model. */
  @Shorthand
  static Devices any(@Range(min = 0, max = NodeSpec.MAX_DEVICES) int count) {
    return of(count);
  }

  /** {@code devices: A100-80:8}: whole devices of one model. */
  @Shorthand
  static Devices named(String text) {
    Matcher form = MODEL_AND_COUNT.matcher(text);
    if (!form.matches()) {
      throw new Malformed("no devices", "a number or MODEL:NUMBER", Optional.empty());
    }
    int count = form.group(2) == null ? 1 : Integer.parseInt(form.group(2));
    if (count > NodeSpec.MAX_DEVICES) {
      throw new Malformed(
          "more devices than a node can have", "at most " + NodeSpec.MAX_DEVICES, Optional.empty());
    }
    return of(count, List.of(form.group(1)));
  }

  @Override
  public void check(Findings findings) {
    if (mig.isPresent() && (share.isPresent() || memory.isPresent())) {
      findings.report("mig", "excludes share and memory", "either an instance or a fraction");
    }
  }

  /** The request in the words of the model. */
  DeviceRequest toRequest() {
    if (count == 0) {
      return DeviceRequest.NONE;
    }
    if (mig.isPresent()) {
      return new DeviceRequest.Mig(count, mig.get(), filter());
    }
    if (share.isPresent() || memory.isPresent()) {
      // Memory alone: the task's computing power is not bounded, and the smallest share is booked
      // beside the memory.
      return new DeviceRequest.Fraction(
          count, share.orElse(new GpuShare(1)), memory.orElse(Bytes.ZERO), filter());
    }
    return new DeviceRequest.Whole(count, filter());
  }

  DeviceFilter filter() {
    return new DeviceFilter(
        new TreeSet<>(model),
        minMemory.orElse(Bytes.ZERO),
        minBandwidth.map(Bytes::value).orElse(0L),
        minComputeCapability.map(ComputeCapability::tenths).orElse(0));
  }
}
