package dev.weir.driver.local.health;

import dev.weir.driver.local.inventory.Metric;
import dev.weir.driver.local.telemetry.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Judges what is measured, look by look; remembers since when a value is too high and what a
 * counter said before. A device that is not measured is not judged. By one thread.
 */
public final class SampleRules {
  private final SampleTable table;
  private final Map<String, Instant> tooHighSince = new TreeMap<>();
  private final Map<String, Double> newest = new TreeMap<>();

  public SampleRules(SampleTable table) {
    this.table = table;
  }

  /** What follows from one round of measuring. */
  public List<Finding> judge(List<Sample> round) {
    List<Finding> findings = new ArrayList<>();
    for (SampleTable.Rule rule : table.rules()) {
      for (Sample sample : round) {
        if (sample.metric() == rule.metric()
            && sample.subject() instanceof Sample.Subject.Device(int device)) {
          judge(rule, device, sample).ifPresent(findings::add);
        }
      }
    }
    return findings;
  }

  private Optional<Finding> judge(SampleTable.Rule rule, int device, Sample sample) {
    String key = key(rule.name(), device);
    Optional<Double> before = Optional.ofNullable(newest.put(key, sample.value()));
    return rule.above()
        .flatMap(above -> tooHigh(key, above, sample))
        .or(() -> rule.grows().flatMap(by -> grown(by, before, sample)))
        .map(what -> finding(rule, device, what));
  }

  private Optional<String> tooHigh(String key, SampleTable.Above above, Sample sample) {
    if (sample.value() <= above.value()) {
      tooHighSince.remove(key);
      return Optional.empty();
    }
    Instant since = tooHighSince.computeIfAbsent(key, _ -> sample.time());
    return Duration.between(since, sample.time()).compareTo(above.lasting()) < 0
        ? Optional.empty()
        : Optional.of(
            "more than %s for %d s"
                .formatted(words(above.value(), sample.metric()), above.lasting().toSeconds()));
  }

  /** A counter that starts again from 0 has not grown. */
  private static Optional<String> grown(double by, Optional<Double> before, Sample sample) {
    return before
        .filter(b -> sample.value() - b >= by)
        .map(b -> "from %s to %s".formatted(number(b), words(sample.value(), sample.metric())));
  }

  private static String words(double value, Metric metric) {
    return number(value) + " " + metric.unit();
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.1f", value);
  }

  private static Finding finding(SampleTable.Rule rule, int device, String what) {
    String reason = "%s of device %d: %s (%s)".formatted(rule.name(), device, what, rule.meaning());
    return new Finding(
        rule.name(),
        device,
        rule.steps().stream().map(s -> s.advice(device, Optional.empty(), reason)).toList());
  }

  /** Whether the newest value is so low that the device has recovered. */
  public boolean recovered(String rule, int device) {
    Optional<Double> value = Optional.ofNullable(newest.get(key(rule, device)));
    return table
        .rule(rule)
        .flatMap(SampleTable.Rule::above)
        .filter(above -> value.filter(v -> v <= above.recovered()).isPresent())
        .isPresent();
  }

  private static String key(String rule, int device) {
    return rule + "/" + device;
  }
}
