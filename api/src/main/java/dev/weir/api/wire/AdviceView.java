package dev.weir.api.wire;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A step of a health rule: taken by itself, or advised to people.
 *
 * @param device position on the node; absent = the whole node
 * @param rule that advises it, such as {@code xid-79}
 * @param step {@code ASK_FOR_CHECKPOINT}, {@code DRAIN_DEVICE}, {@code DRAIN_NODE}, {@code
 *     RESET_DEVICE}, {@code RESET_DEVICE_WHEN_IDLE} or {@code REBOOT_NODE}
 * @param automatic whether it was taken without asking
 * @param state {@code OPEN} (a person is asked), {@code WAITING} (until no task of ours is there),
 *     {@code IN_FORCE}, {@code REQUESTED} (a person must run the command), {@code DONE}, {@code
 *     FAILED}, {@code DISMISSED} or {@code CLOSED}
 * @param over nothing follows any more; the same fault again is a new step
 * @param command what resets the device or starts the node anew
 * @param decidedBy who approved or dismissed it
 * @param note what came of it
 * @param recoveredAt since when the condition of the rule no longer holds
 */
public record AdviceView(
    String id,
    Instant at,
    String node,
    OptionalInt device,
    String rule,
    String step,
    String reason,
    boolean automatic,
    String state,
    boolean over,
    Optional<String> command,
    Optional<String> decidedBy,
    Optional<Instant> decidedAt,
    Optional<String> note,
    Optional<Instant> recoveredAt) {}
