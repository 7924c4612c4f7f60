package dev.weir.driver.local.inventory.discovery;

import dev.weir.driver.local.inventory.FoundDevice;
import dev.weir.driver.local.inventory.FoundInstance;
import dev.weir.driver.local.inventory.FoundProfile;
import dev.weir.model.allocation.MigInstance;
import dev.weir.model.fleet.DeviceModel;
import dev.weir.model.fleet.MigProfile;
import dev.weir.model.fleet.MigTable;
import dev.weir.model.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From MIG listings to the model's words: the table of a device, and the instances on it. */
final class MigLayout {
  private static final Pattern COMPUTE = Pattern.compile("([0-9]{1,2})g\\..*");

  /** The engine keeps the slices of a device in one int. */
  private static final int MAX_SLICES = 16;

  private MigLayout() {}

  /** The table that the driver of this very device lists; nothing unless it is complete. */
  static Optional<MigTable> table(FoundDevice device) {
    List<MigProfile> profiles = new ArrayList<>();
    int slices = 0;
    int compute = 0;
    for (FoundProfile found : device.profiles()) {
      Optional<MigProfile> profile = profile(found);
      if (profile.isEmpty()) {
        return Optional.empty();
      }
      profiles.add(profile.get());
      int end = profile.get().starts().getLast() + profile.get().memorySlices();
      slices = Math.max(slices, end);
      compute = Math.max(compute, profile.get().computeSlices());
    }
    return profiles.isEmpty() || slices > MAX_SLICES
        ? Optional.empty()
        : Optional.of(new MigTable(compute, slices, profiles, false));
  }

  private static Optional<MigProfile> profile(FoundProfile found) {
    Optional<Integer> compute =
        found
            .name()
            .map(COMPUTE::matcher)
            .filter(Matcher::matches)
            .map(form -> Integer.valueOf(form.group(1)))
            .filter(slices -> slices >= 1);
    boolean complete =
        compute.isPresent()
            && found.memory().isPresent()
            && found.maxCount().filter(count -> count >= 1).isPresent()
            && found.size().filter(size -> size >= 1).isPresent()
            && !found.starts().isEmpty();
    return complete
        ? Optional.of(
            new MigProfile(
                found.name().orElseThrow(),
                compute.orElseThrow(),
                found.size().orElseThrow(),
                found.memory().orElseThrow(),
                found.starts().stream().sorted().toList(),
                found.maxCount().orElseThrow()))
        : Optional.empty();
  }

  /** The instances whose profile and place are known and in the table; the others are said. */
  static List<MigInstance> instances(
      FoundDevice device, int position, DeviceModel model, List<Problem> warnings) {
    List<MigInstance> instances = new ArrayList<>();
    String source = "%s device %d".formatted(device.vendor(), device.index());
    for (FoundInstance found : device.instances()) {
      boolean placed =
          found.profile().isPresent()
              && found.start().isPresent()
              && model
                  .mig()
                  .flatMap(table -> table.profile(found.profile().get()))
                  .filter(profile -> profile.starts().contains(found.start().get()))
                  .isPresent();
      if (!placed) {
        String number = found.gpuInstance().map(n -> " " + n).orElse("");
        warnings.add(
            Problem.ofFile(source, "MIG instance" + number + " cannot be used")
                .expecting("a profile and a start of the table of " + model.name()));
        continue;
      }
      // A GPU instance that is split into compute instances is one instance of the ledger.
      MigInstance instance =
          new MigInstance(position, found.profile().orElseThrow(), found.start().orElseThrow());
      if (!instances.contains(instance)) {
        instances.add(instance);
      }
    }
    return instances;
  }
}
