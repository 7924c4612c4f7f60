package dev.weir.simulator.scenario;

import dev.weir.files.bind.Matches;
import dev.weir.model.doc.Doc;

/** Something that a run must offer beside the simulated world. */
@Doc("Something that a run must offer beside the simulated world.")
public record Need(
    @Doc("What it is.") Capability capability,
    @Doc("Why the simulated world cannot play this.")
        @Matches(value = "\\S.*", meaning = "a sentence")
        String reason,
    @Doc("The capability of a later version with which the scenario runs.")
        @Matches(value = "\\S.*", meaning = "a few words")
        String later) {

  /** What a run may offer. */
  public enum Capability {
    /** Real processes on this machine. */
    DRIVER_LOCAL,
    /** A Kubernetes cluster. */
    DRIVER_KUBERNETES,
    /** A Slurm cluster. */
    DRIVER_SLURM,
    /** Checkpoint folders on a disk, and the detector of complete ones. */
    CHECKPOINT_FILES,
    /** Rules in local time of a zone, with its changes of the clock. */
    CLOCK_ZONE,
    /** A wall clock that may jump, beside a monotonic one. */
    WALL_CLOCK,
    /** Prices or other signals by hour. */
    PRICES,
    /** Import of a measured network topology. */
    TOPOLOGY_IMPORT;

    /** The name in documents. */
    public String word() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }
  }
}
