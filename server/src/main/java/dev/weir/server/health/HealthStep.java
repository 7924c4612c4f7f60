package dev.weir.server.health;

import dev.weir.api.wire.AdviceView;
import dev.weir.driver.local.health.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A step that a health rule advised, and what has become of it. A setting of the journal.
 *
 * @param device position; empty = the whole node
 * @param uuid the device's identity, empty when unknown
 * @param rule its name in settings
 * @param automatic whether it was taken without asking
 * @param command of a reset or a new start; empty when none is known or needed
 * @param decidedBy who approved or dismissed it
 * @param note what came of it, for people
 * @param endedAt when it was over
 * @param recoveredAt since when the rule's condition no longer holds
 */
public record HealthStep(
    long id,
    Instant at,
    String node,
    OptionalInt device,
    String uuid,
    String rule,
    Step step,
    String reason,
    boolean automatic,
    State state,
    List<String> command,
    Optional<String> decidedBy,
    Optional<Instant> decidedAt,
    Optional<String> note,
    Optional<Instant> endedAt,
    Optional<Instant> recoveredAt) {

  /** How far it is. */
  public enum State {
    /** A person is asked. */
    OPEN,
    /** A reset or new start waits until no task of ours is there. */
    WAITING,
    /** A drain, until the device or node is returned. */
    IN_FORCE,
    /** A person must run the command. */
    REQUESTED,
    /** The command was run and did not succeed. */
    FAILED,
    /** Nothing is left to be done. */
    DONE,
    /** A person did not want it. */
    DISMISSED,
    /** The device or node was returned. */
    CLOSED;

    /** Nothing follows any more. */
    public boolean over() {
      return this == DONE || this == DISMISSED || this == CLOSED;
    }
  }

  public HealthStep {
    command = List.copyOf(command);
  }

  boolean over() {
    return state.over();
  }

  boolean on(String name, int number) {
    return node.equals(name) && device.isPresent() && device.getAsInt() == number;
  }

  /** Both kinds of reset are one matter. */
  boolean sameMatter(HealthStep other) {
    return node.equals(other.node) && device.equals(other.device) && kind() == other.kind();
  }

  private Step kind() {
    return step == Step.RESET_DEVICE_WHEN_IDLE ? Step.RESET_DEVICE : step;
  }

  HealthStep now(State next, Instant when, Optional<String> what) {
    Optional<Instant> end = next.over() ? Optional.of(when) : Optional.empty();
    return with(device, next, decidedBy, decidedAt, what.or(() -> note), end, recoveredAt);
  }

  HealthStep decided(String by, Instant when) {
    return with(device, state, Optional.of(by), Optional.of(when), note, endedAt, recoveredAt);
  }

  HealthStep recovered(Optional<Instant> since) {
    return with(device, state, decidedBy, decidedAt, note, endedAt, since);
  }

  HealthStep movedTo(int position) {
    return with(OptionalInt.of(position), state, decidedBy, decidedAt, note, endedAt, recoveredAt);
  }

  /** What it was opened for stays as it is. */
  private HealthStep with(
      OptionalInt newDevice,
      State newState,
      Optional<String> newDecidedBy,
      Optional<Instant> newDecidedAt,
      Optional<String> newNote,
      Optional<Instant> newEndedAt,
      Optional<Instant> newRecoveredAt) {
    return new HealthStep(
        id,
        at,
        node,
        newDevice,
        uuid,
        rule,
        step,
        reason,
        automatic,
        newState,
        command,
        newDecidedBy,
        newDecidedAt,
        newNote,
        newEndedAt,
        newRecoveredAt);
  }

  /** For callers. */
  public AdviceView view() {
    return new AdviceView(
        Long.toString(id),
        at,
        node,
        device,
        rule,
        step.name(),
        reason,
        automatic,
        state.name(),
        over(),
        command.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", command)),
        decidedBy,
        decidedAt,
        note,
        recoveredAt);
  }
}
