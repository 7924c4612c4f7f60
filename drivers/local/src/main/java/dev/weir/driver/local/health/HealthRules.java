package dev.weir.driver.local.health;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Judges errors by the table: pure functions of an error and of what happened before. Faults may
 * come in any order; those up to the time of the judged one, and companions shortly after it,
 * count.
 */
public final class HealthRules {
  /** A kill explains what the driver reports so long after it. */
  public static final Duration OWN_KILL = Duration.ofSeconds(30);

  /** What rules about errors are called in settings, followed by the error's number. */
  private static final String XID = "xid-";

  private final XidTable table;

  public HealthRules(XidTable table) {
    this.table = table;
  }

  /**
   * What happened on this node.
   *
   * @param faults errors, the judged one may be among them
   * @param kills tasks that we ended by force, by the devices they were on
   */
  public record History(List<Fault> faults, List<Kill> kills) {
    public static final History EMPTY = new History(List.of(), List.of());

    public History {
      faults = List.copyOf(faults);
      kills = List.copyOf(kills);
    }

    /** With one more error. */
    public History and(Fault fault) {
      var all = new ArrayList<>(faults);
      all.add(fault);
      return new History(all, kills);
    }

    /** With one more kill. */
    public History and(Kill kill) {
      var all = new ArrayList<>(kills);
      all.add(kill);
      return new History(faults, all);
    }

    /** Without what is older; rules look back a week at most. */
    public History since(Instant start) {
      return new History(
          faults.stream().filter(fault -> !fault.time().isBefore(start)).toList(),
          kills.stream().filter(kill -> !kill.time().isBefore(start)).toList());
    }
  }

  /** We ended a task on a device by force. */
  public record Kill(Instant time, int device) {}

  /** Name of the rule of an error in settings and reasons. */
  public static String name(int xid) {
    return XID + xid;
  }

  /** Whether what happens shortly after this error may explain it. */
  public boolean canBeExplained(int xid) {
    return table.rule(xid).filter(XidTable.Rule::expectedAfterOwnKill).isPresent();
  }

  /** What is advised after a fault, in this order; never empty. */
  public List<Advice> judge(Fault fault, History history) {
    Optional<XidTable.Rule> known = table.rule(fault.xid());
    if (known.isEmpty()) {
      return List.of(new Advice.Ignore(title(fault) + " is not in the table"));
    }
    XidTable.Rule rule = known.get();
    String reason = "%s: %s (%s)".formatted(title(fault), rule.meaning(), rule.bucket());
    if (rule.expectedAfterOwnKill() && killed(fault, history)) {
      return List.of(new Advice.Ignore(reason + ", expected after our own kill"));
    }
    if (rule.printed()) {
      return Printed.of(fault.text()).advice(fault, reason);
    }
    Optional<Fault> companion = rule.companion().flatMap(with -> companion(fault, with, history));
    if (companion.isPresent()) {
      String because = reason + ", together with Xid " + companion.get().xid();
      return advice(rule.companion().get().steps(), fault, because);
    }
    int count = rule.repeated().map(again -> count(fault, again, history)).orElse(1);
    if (rule.repeated().filter(again -> count >= again.count()).isPresent()) {
      XidTable.Repeated again = rule.repeated().get();
      String what = again.byTasks() ? "tasks" : "times";
      String because = "%s, %d %s within %s".formatted(reason, count, what, hours(again.within()));
      return advice(again.steps(), fault, because);
    }
    return advice(rule.steps(), fault, reason);
  }

  private static String title(Fault fault) {
    return "Xid %d on device %d".formatted(fault.xid(), fault.device());
  }

  private static String hours(Duration duration) {
    return duration.toHours() + " h";
  }

  private static List<Advice> advice(List<Step> steps, Fault fault, String reason) {
    return steps.stream().map(step -> step.advice(fault.device(), fault.task(), reason)).toList();
  }

  private static boolean killed(Fault fault, History history) {
    return history.kills().stream()
        .filter(kill -> kill.device() == fault.device())
        .anyMatch(
            kill ->
                !kill.time().isAfter(fault.time())
                    && !kill.time().plus(OWN_KILL).isBefore(fault.time()));
  }

  private static Optional<Fault> companion(Fault fault, XidTable.Companion with, History history) {
    return history.faults().stream()
        .filter(other -> other.device() == fault.device() && other.xid() != fault.xid())
        .filter(other -> with.xids().isEmpty() || with.xids().contains(other.xid()))
        .filter(
            other ->
                Duration.between(other.time(), fault.time()).abs().compareTo(with.within()) <= 0)
        .findFirst();
  }

  /** Reports of this error on this device up to now, itself included. */
  private static int count(Fault fault, XidTable.Repeated again, History history) {
    Instant start = fault.time().minus(again.within());
    List<Fault> same = new ArrayList<>();
    same.add(fault);
    history.faults().stream()
        .filter(other -> other.device() == fault.device() && other.xid() == fault.xid())
        .filter(other -> !other.time().isBefore(start) && !other.time().isAfter(fault.time()))
        .filter(other -> !same.contains(other))
        .forEach(same::add);
    return again.byTasks() ? (int) same.stream().map(Fault::task).distinct().count() : same.size();
  }

  /** What the driver prints with Xid 154; source: its texts since R565. */
  private enum Printed {
    REBOOT("node reboot"),
    DRAIN_AND_RESET("drain and reset"),
    RESET("gpu reset"),
    DRAIN_PEERS("drain p2p"),
    NONE("none"),
    /** A text that is not known calls for a person, not for silence. */
    OTHER("");

    private final String mark;

    Printed(String mark) {
      this.mark = mark;
    }

    private List<Step> steps() {
      return switch (this) {
        case REBOOT -> List.of(Step.ASK_FOR_CHECKPOINT, Step.DRAIN_NODE, Step.REBOOT_NODE);
        case DRAIN_AND_RESET ->
            List.of(Step.ASK_FOR_CHECKPOINT, Step.DRAIN_DEVICE, Step.RESET_DEVICE_WHEN_IDLE);
        case RESET -> List.of(Step.DRAIN_DEVICE, Step.RESET_DEVICE);
        case DRAIN_PEERS -> List.of(Step.ASK_FOR_CHECKPOINT, Step.DRAIN_DEVICE);
        case NONE -> List.of(Step.IGNORE);
        case OTHER -> List.of(Step.DRAIN_DEVICE);
      };
    }

    /**
     * {@code GPU recovery action changed from 0x0 (None) to 0x1 (GPU Reset Required)}: what it
     * changed to counts.
     */
    static Printed of(String text) {
      String lower = text.toLowerCase(Locale.ROOT);
      String to = lower.substring(Math.max(0, lower.lastIndexOf(" to ")));
      for (Printed printed : values()) {
        if (to.contains(printed.mark)) {
          return printed;
        }
      }
      return OTHER;
    }

    List<Advice> advice(Fault fault, String reason) {
      String because = fault.text().isEmpty() ? reason : reason + ": " + fault.text();
      return HealthRules.advice(steps(), fault, because);
    }
  }
}
