package dev.weir.simulator.scenario;

import dev.weir.model.verdict.Blocker;

/** The kinds of first blockers, by their names in documents; one for each {@link Blocker}. */
public enum VerdictKind {
  CAN_NEVER_FIT(Blocker.CanNeverFit.class),
  UNKNOWN_NAME(Blocker.UnknownName.class),
  DEPENDENCY_CYCLE(Blocker.DependencyCycle.class),
  DEPENDENCY_FAILED(Blocker.DependencyFailed.class),
  DEPENDENCY(Blocker.Dependency.class),
  NOT_BEFORE(Blocker.NotBefore.class),
  QUEUE_LIMIT(Blocker.QueueLimit.class),
  GUARANTEE_OF_UNPREEMPTIBLE(Blocker.GuaranteeOfUnpreemptible.class),
  LICENCE(Blocker.Licence.class),
  NO_ROOM(Blocker.NoRoom.class),
  TOPOLOGY(Blocker.Topology.class),
  SPREAD(Blocker.Spread.class),
  PROMISED(Blocker.Promised.class),
  BEHIND(Blocker.Behind.class),
  BEING_FREED(Blocker.BeingFreed.class),
  BACK_OFF(Blocker.BackOff.class),
  SUSPENDED(Blocker.Suspended.class),
  RESERVATION_NOT_ACTIVE(Blocker.ReservationNotActive.class),
  PASS_BUDGET(Blocker.PassBudget.class),
  NOT_YET_LOOKED_AT(Blocker.NotYetLookedAt.class);

  private final Class<? extends Blocker> blocker;

  VerdictKind(Class<? extends Blocker> blocker) {
    this.blocker = blocker;
  }

  /** The type in the model. */
  public Class<? extends Blocker> blocker() {
    return blocker;
  }

  /** The kind of a blocker. */
  public static VerdictKind of(Blocker blocker) {
    for (VerdictKind kind : values()) {
      if (kind.blocker.isInstance(blocker)) {
        return kind;
      }
    }
    throw new IllegalStateException("a blocker without a name: " + blocker);
  }

  /** The name in documents. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
