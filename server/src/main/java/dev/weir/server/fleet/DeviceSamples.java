package dev.weir.server.fleet;

import dev.weir.api.wire.DeviceView;
import dev.weir.store.Telemetry;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Newest samples of devices, by {@code NODE/NUMBER}. */
final class DeviceSamples {
  private static final String PREFIX = "device/";

  private final Map<String, Map<String, Telemetry.Sample>> bySubject = new TreeMap<>();

  private DeviceSamples() {}

  /**
   * @param latest newest samples by subject's beginning and metric
   */
  static Map<String, DeviceView.Sample> newest(
      BiFunction<String, String, List<Telemetry.Sample>> latest) {
    DeviceSamples all = new DeviceSamples();
    for (String metric :
        List.of("utilisationPercent", "memoryUsedBytes", "temperatureCelsius", "powerWatts")) {
      for (Telemetry.Sample sample : latest.apply(PREFIX, metric)) {
        all.bySubject
            .computeIfAbsent(sample.subject().substring(PREFIX.length()), _ -> new TreeMap<>())
            .put(metric, sample);
      }
    }
    Map<String, DeviceView.Sample> views = new TreeMap<>();
    all.bySubject.forEach((subject, samples) -> views.put(subject, view(samples)));
    return views;
  }

  private static DeviceView.Sample view(Map<String, Telemetry.Sample> samples) {
    long at = samples.values().stream().mapToLong(Telemetry.Sample::at).max().orElseThrow();
    OptionalDouble compute = value(samples, "utilisationPercent");
    OptionalDouble memory = value(samples, "memoryUsedBytes");
    return new DeviceView.Sample(
        Instant.ofEpochMilli(at),
        compute.isPresent() ? OptionalDouble.of(compute.getAsDouble() / 100) : compute,
        memory.isPresent() ? OptionalLong.of((long) memory.getAsDouble()) : OptionalLong.empty(),
        value(samples, "temperatureCelsius"),
        value(samples, "powerWatts"));
  }

  private static OptionalDouble value(Map<String, Telemetry.Sample> samples, String metric) {
    Telemetry.Sample sample = samples.get(metric);
    return sample == null ? OptionalDouble.empty() : OptionalDouble.of(sample.value());
  }
}
