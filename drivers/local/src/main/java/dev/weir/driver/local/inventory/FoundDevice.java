package dev.weir.driver.local.inventory;

import dev.weir.model.unit.Bytes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a tool says about one device. Nothing is filled in that the tool does not say.
 *
 * @param vendor for example {@code nvidia}
 * @param index the tool's number of the device
 * @param name the vendor's name of the model
 * @param uuid the vendor's identity of this one device
 * @param memory device memory
 * @param numaNode NUMA node of the host that it hangs on
 * @param cpus processors near to it, as a list of the kernel's form ({@code 0-31,64-95})
 * @param mig whether it is cut by MIG now; empty when it cannot be or the tool does not say
 * @param instances MIG instances that exist
 * @param profiles MIG profiles that its driver offers
 * @param measures what was measured, by metric; a metric that is not there was not measured
 * @param facts further facts by name, for example {@code driver}, {@code serial}, {@code gfx}
 */
public record FoundDevice(
    String vendor,
    int index,
    Optional<String> name,
    Optional<String> uuid,
    Optional<PciAddress> pci,
    Optional<Bytes> memory,
    Optional<Integer> numaNode,
    Optional<String> cpus,
    Optional<Boolean> mig,
    List<FoundInstance> instances,
    List<FoundProfile> profiles,
    Map<Metric, Double> measures,
    Map<String, String> facts) {
  public FoundDevice {
    instances = List.copyOf(instances);
    profiles = List.copyOf(profiles);
    measures = Collections.unmodifiableMap(ordered(measures));
    facts = Collections.unmodifiableMap(new TreeMap<>(facts));
  }

  /** A device of which only the number is known. */
  public static FoundDevice of(String vendor, int index) {
    return new Builder(vendor, index).build();
  }

  private static EnumMap<Metric, Double> ordered(Map<Metric, Double> measures) {
    var ordered = new EnumMap<Metric, Double>(Metric.class);
    ordered.putAll(measures);
    return ordered;
  }

  /** This device, with what another listing says where this one says nothing. */
  public FoundDevice or(FoundDevice more) {
    var allMeasures = ordered(more.measures);
    allMeasures.putAll(measures);
    var allFacts = new TreeMap<>(more.facts);
    allFacts.putAll(facts);
    return new FoundDevice(
        vendor,
        index,
        name.or(more::name),
        uuid.or(more::uuid),
        pci.or(more::pci),
        memory.or(more::memory),
        numaNode.or(more::numaNode),
        cpus.or(more::cpus),
        mig.or(more::mig),
        joined(instances, more.instances),
        joinedProfiles(profiles, more.profiles),
        allMeasures,
        allFacts);
  }

  private static List<FoundInstance> joined(List<FoundInstance> one, List<FoundInstance> other) {
    List<FoundInstance> all = new ArrayList<>(one);
    for (FoundInstance more : other) {
      boolean known = false;
      for (int i = 0; i < all.size(); i++) {
        if (all.get(i).same(more)) {
          all.set(i, all.get(i).or(more));
          known = true;
        }
      }
      if (!known) {
        all.add(more);
      }
    }
    return all;
  }

  private static List<FoundProfile> joinedProfiles(
      List<FoundProfile> one, List<FoundProfile> other) {
    var byId = new LinkedHashMap<Integer, FoundProfile>();
    one.forEach(profile -> byId.merge(profile.id(), profile, FoundProfile::or));
    other.forEach(profile -> byId.merge(profile.id(), profile, FoundProfile::or));
    return List.copyOf(byId.values());
  }

  /** Collects what is said about a device, piece by piece. */
  public static final class Builder {
    private final String vendor;
    private final int index;
    private Optional<String> name = Optional.empty();
    private Optional<String> uuid = Optional.empty();
    private Optional<PciAddress> pci = Optional.empty();
    private Optional<Bytes> memory = Optional.empty();
    private Optional<Integer> numaNode = Optional.empty();
    private Optional<String> cpus = Optional.empty();
    private Optional<Boolean> mig = Optional.empty();
    private final List<FoundInstance> instances = new ArrayList<>();
    private final List<FoundProfile> profiles = new ArrayList<>();
    private final Map<Metric, Double> measures = new EnumMap<>(Metric.class);
    private final Map<String, String> facts = new TreeMap<>();

    public Builder(String vendor, int index) {
      this.vendor = vendor;
      this.index = index;
    }

    public Builder name(Optional<String> text) {
      name = text;
      return this;
    }

    public Builder uuid(Optional<String> text) {
      uuid = text;
      return this;
    }

    public Builder pci(Optional<PciAddress> address) {
      pci = address;
      return this;
    }

    public Builder memory(Optional<Bytes> amount) {
      memory = amount;
      return this;
    }

    public Builder numaNode(Optional<Integer> node) {
      numaNode = node;
      return this;
    }

    public Builder cpus(Optional<String> list) {
      cpus = list;
      return this;
    }

    public Builder mig(Optional<Boolean> enabled) {
      mig = enabled;
      return this;
    }

    public Builder instance(FoundInstance instance) {
      instances.add(instance);
      return this;
    }

    public Builder profile(FoundProfile profile) {
      profiles.add(profile);
      return this;
    }

    /** A measure, if there is one. */
    public Builder measure(Metric metric, Optional<Double> value) {
      value.ifPresent(number -> measures.put(metric, number));
      return this;
    }

    /** A fact, if there is one. */
    public Builder fact(String key, Optional<String> value) {
      value.ifPresent(text -> facts.put(key, text));
      return this;
    }

    public FoundDevice build() {
      return new FoundDevice(
          vendor, index, name, uuid, pci, memory, numaNode, cpus, mig, instances, profiles,
          measures, facts);
    }
  }
}
