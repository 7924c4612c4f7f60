package dev.weir.driver.local.health;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which steps are taken without asking. What is said of a rule comes before what is said of a step,
 * and that before what is said of all.
 *
 * @param all the mode of everything that is not named below
 * @param steps the mode of a kind of step
 * @param rules the mode of all steps of a rule, by its name ({@code xid-79}, {@code temperature})
 * @param runResets whether the command of a reset is run by Weir; otherwise a person runs it
 */
public record HealthSettings(
    Optional<Mode> all,
    Map<Step, Mode> steps,
    Map<String, Mode> rules,
    Optional<Boolean> runResets) {
  /** Name of the setting of the fleet that holds them. */
  public static final String NAME = "health";

  /** Names of all rules. */
  public static final List<String> RULES =
      Stream.concat(
              SampleTable.builtIn().rules().stream().map(SampleTable.Rule::name),
              XidTable.builtIn().rules().stream()
                  .flatMap(rule -> rule.xids().stream())
                  .sorted()
                  .map(HealthRules::name))
          .toList();

  /** Draining is automatic; what destroys work or needs rights is asked for. */
  public static final HealthSettings DEFAULT =
      new HealthSettings(Optional.empty(), Map.of(), Map.of(), Optional.empty());

  /** How a step is taken. */
  public enum Mode {
    AUTOMATIC,
    /** A person is asked first. */
    ASK,
    /** It is not taken, and nobody is asked. */
    OFF
  }

  /** A document may leave out the maps. */
  public HealthSettings(
      Optional<Mode> all,
      @Nullable Map<Step, Mode> steps,
      @Nullable Map<String, Mode> rules,
      Optional<Boolean> runResets) {
    var ordered = new EnumMap<Step, Mode>(Step.class);
    if (steps != null) {
      ordered.putAll(steps);
    }
    this.all = all;
    this.steps = Collections.unmodifiableMap(ordered);
    this.rules = rules == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(rules));
    this.runResets = runResets;
  }

  /** Every step is asked for. */
  public static HealthSettings askAlways() {
    return new HealthSettings(Optional.of(Mode.ASK), Map.of(), Map.of(), Optional.empty());
  }

  /** How a step of a rule is taken. */
  public Mode mode(String rule, Step step) {
    return Optional.ofNullable(rules.get(rule))
        .or(() -> Optional.ofNullable(steps.get(step)))
        .or(() -> all)
        .orElse(byDefault(step));
  }

  private static Mode byDefault(Step step) {
    return switch (step) {
      case RESET_DEVICE, RESET_DEVICE_WHEN_IDLE, REBOOT_NODE -> Mode.ASK;
      case IGNORE, COUNT_AGAINST_JOB, ASK_FOR_CHECKPOINT, DRAIN_DEVICE, DRAIN_NODE ->
          Mode.AUTOMATIC;
    };
  }
}
