package dev.weir.traces.workload;

import java.util.Locale;
import java.util.Optional;

/**
 * Means of published clusters that synthetic jobs are calibrated to (jobs with devices only):
 * Acme's Seren and Kalos (NSDI 2024), Philly (ATC 2019), Helios (SC 2021), Alibaba PAI (NSDI 2022).
 *
 * <p>The mean run time and the mean number of devices are theirs. The shape is not: sizes are the
 * powers of two from {@link #smallestMilli} to {@link #largestMilli} with weights that form a
 * geometric series, chosen so that the mean is met.
 */
public enum Calibration {
  SEREN(1414, 5.68, 1000, 1_024_000),
  KALOS(1260, 26.77, 1000, 1_024_000),
  PHILLY(18_006, 1.93, 1000, 64_000),
  HELIOS(6652, 3.72, 1000, 512_000),
  /** Many share a device. */
  PAI(4787, 0.68, 125, 64_000);

  private final double meanSeconds;
  private final double meanDevices;
  private final int smallestMilli;
  private final int largestMilli;

  Calibration(double meanSeconds, double meanDevices, int smallestMilli, int largestMilli) {
    this.meanSeconds = meanSeconds;
    this.meanDevices = meanDevices;
    this.smallestMilli = smallestMilli;
    this.largestMilli = largestMilli;
  }

  /** The calibration of that name, in any case. */
  public static Optional<Calibration> of(String name) {
    for (Calibration one : values()) {
      if (one.name().equals(name.toUpperCase(Locale.ROOT))) {
        return Optional.of(one);
      }
    }
    return Optional.empty();
  }

  /** Mean run time, seconds. */
  public double meanSeconds() {
    return meanSeconds;
  }

  /** Mean number of devices of a job. */
  public double meanDevices() {
    return meanDevices;
  }

  /** Smallest size, thousandths of a device. */
  public int smallestMilli() {
    return smallestMilli;
  }

  /** Largest size, thousandths of a device. */
  public int largestMilli() {
    return largestMilli;
  }
}
