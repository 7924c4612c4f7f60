package dev.weir.files.catalogue;

import dev.weir.files.bind.Checked;
import dev.weir.files.bind.Findings;
import dev.weir.files.bind.Matches;
import dev.weir.files.bind.NotEmpty;
import dev.weir.files.bind.Range;
import dev.weir.files.bind.Synonyms;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.MigTable;
import dev.weir.model.unit.Bytes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** A device model as it stands in a catalogue or a cluster file. */
@Doc("A model of accelerator.")
public record DeviceModelEntry(
    @Doc("The fleet's name for the model, such as A100-80.")
        @Matches(
            value = "[A-Za-z0-9][A-Za-z0-9._-]*",
            meaning = "a name of letters, digits, '.', '_' and '-'")
        String name,
    @Doc("Who makes it, in lower case.") String vendor,
    @Doc("Memory of the device; what a node reports about its own devices wins.")
        @Synonyms({"vram", "mem"})
        Bytes memory,
    @Doc("Memory bandwidth per second; 0 = not stated.") @Default("0") Bytes bandwidth,
    @Doc("The vendor's compute capability, such as 8.0.")
        Optional<ComputeCapability> computeCapability,
    @Doc("How the device can be cut into MIG instances; left out: it cannot.") Optional<Mig> mig) {

  /** A MIG placement table. */
  @Doc("The vendor's table of MIG instances and their placements.")
  public record Mig(
      @Doc("Compute slices of the device.") @Range(min = 1, max = 16) int computeSlices,
      @Doc("Memory slices of the device.") @Range(min = 1, max = 16) int memorySlices,
      @Doc(
              "True when the table follows the geometry of the family, because no listing of a real device was at hand.")
          @Default("false")
          boolean derived,
      @Doc("The profiles.") @NotEmpty List<Profile> profiles)
      implements Checked {

    @Override
    public void check(Findings findings) {
      var names = new HashSet<String>();
      for (int i = 0; i < profiles.size(); i++) {
        Profile profile = profiles.get(i);
        if (!names.add(profile.name())) {
          findings.report("profiles[" + i + "].name", "is declared twice");
        }
        checkProfile(findings.in("profiles[" + i + "]"), profile);
      }
    }

    private void checkProfile(Findings findings, Profile profile) {
      if (profile.computeSlices() > computeSlices) {
        findings.report("computeSlices", "is more than the device has", "at most " + computeSlices);
      }
      for (int i = 0; i < profile.starts().size(); i++) {
        if (profile.starts().get(i) + profile.memorySlices() > memorySlices) {
          findings.report(
              "starts[" + i + "]",
              "lets the instance reach beyond the device",
              "at most " + (memorySlices - profile.memorySlices()));
        }
      }
    }

    MigTable toTable() {
      return new MigTable(
          computeSlices, memorySlices, profiles.stream().map(Profile::toProfile).toList(), derived);
    }
  }

  /** A MIG profile. */
  @Doc("One kind of MIG instance.")
  public record Profile(
      @Doc("The vendor's name, such as 3g.40gb.") String name,
      @Doc("Compute slices of an instance.") @Range(min = 1, max = 16) int computeSlices,
      @Doc("Memory slices that an instance covers.") @Range(min = 1, max = 16) int memorySlices,
      @Doc("Memory of an instance.") Bytes memory,
      @Doc("Memory slices at which an instance may begin.") @NotEmpty @Range(min = 0, max = 15)
          List<Integer> starts,
      @Doc("Most instances of this profile on one device.") @Range(min = 1, max = 16)
          int maxCount) {

    MigProfile toProfile() {
      return new MigProfile(name, computeSlices, memorySlices, memory, starts, maxCount);
    }
  }

  /** The model that the entry describes. */
  public DeviceModel toModel() {
    return new DeviceModel(
        name,
        vendor,
        memory,
        bandwidth.value(),
        computeCapability.map(ComputeCapability::tenths).orElse(0),
        mig.map(Mig::toTable));
  }
}
