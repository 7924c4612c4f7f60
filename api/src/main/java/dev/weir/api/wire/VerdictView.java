package dev.weir.api.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * Why a job does not start.
 *
 * @param sentence for people
 * @param blocker name of the first thing that stands in the way, such as {@code NoRoom}
 * @param numbers the blocker's own fields
 * @param unblock the smallest change that would remove it
 * @param forEver no change of the present bookings can ever remove it
 */
public record VerdictView(
    String sentence, String blocker, JsonNode numbers, Optional<Unblock> unblock, boolean forEver) {
  /**
   * A change.
   *
   * @param change its name, such as {@code MoreDevices}
   */
  public record Unblock(String change, String sentence, JsonNode numbers) {}
}
