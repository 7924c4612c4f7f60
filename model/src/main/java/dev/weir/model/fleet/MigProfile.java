package dev.weir.model.fleet;

import dev.weir.model.unit.Bytes;
import java.util.List;

/**
 * One MIG profile of a device model.
 *
 * @param name vendor's name, for example {@code 3g.40gb}
 * @param computeSlices compute slices of the instance
 * @param memorySlices memory slices that a placement covers (its size in the vendor's table)
 * @param memory memory of the instance
 * @param starts memory slices at which an instance may begin, ascending
 * @param maxCount most instances of this profile on one device
 */
public record MigProfile(
    String name,
    int computeSlices,
    int memorySlices,
    Bytes memory,
    List<Integer> starts,
    int maxCount) {
  public MigProfile {
    starts = List.copyOf(starts);
    if (computeSlices < 1 || memorySlices < 1 || starts.isEmpty() || maxCount < 1) {
      throw new IllegalArgumentException(
          "MIG profile " + name + " needs slices, at least one start and a count of 1 or more");
    }
  }

  /** Bit mask of the memory slices that an instance beginning at {@code start} covers. */
  public int mask(int start) {
    return ((1 << memorySlices) - 1) << start;
  }
}
