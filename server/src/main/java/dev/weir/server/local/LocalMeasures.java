package dev.weir.server.local;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.api.wire.ProgressView;
import dev.weir.api.wire.UtilisationView;
import dev.weir.driver.local.launch.Places;
import dev.weir.server.view.JobMeasures;
import dev.weir.store.JobRow;
import dev.weir.store.Store;
import dev.weir.store.Telemetry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * What jobs of this machine say of themselves ({@code progress.json} in the task's run folder), and
 * what telemetry holds of them. A file that a job wrote is read as what it is: untrusted, small,
 * and no link.
 */
public final class LocalMeasures implements JobMeasures {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MOST = 65_536;

  private final Places places;
  private final Store store;

  public LocalMeasures(Path local, Store store) {
    this.places = new Places(local);
    this.store = store;
  }

  @Override
  public Optional<ProgressView> progress(JobRow job) {
    if (job.allocation().isEmpty()) {
      return Optional.empty();
    }
    Path folder = places.allocation(job.allocation().get(), job.incarnation());
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(folder, "*.0")) {
      for (Path task : tasks) {
        Optional<ProgressView> progress = read(task.resolve("run").resolve("progress.json"));
        if (progress.isPresent()) {
          return progress;
        }
      }
      return Optional.empty();
    } catch (IOException _) {
      return Optional.empty(); // the folder is gone: the job has ended meanwhile
    }
  }

  private static Optional<ProgressView> read(Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > MOST) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.allocate(MOST);
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
        // until it is full
      }
    }
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    try {
      Instant at = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toInstant();
      return Optional.of(view(at, JSON.readTree(text)));
    } catch (JsonProcessingException _) {
      return Optional.empty(); // half written, or no report at all
    }
  }

  private static ProgressView view(Instant at, JsonNode json) {
    OptionalLong step = whole(json.path("step"));
    OptionalLong of = whole(json.path("of"));
    JsonNode speed = json.path("samplesPerSecond");
    JsonNode phase = json.path("phase");
    return new ProgressView(
        at,
        step,
        of,
        speed.isNumber() ? OptionalDouble.of(speed.asDouble()) : OptionalDouble.empty(),
        phase.isTextual() ? Optional.of(phase.asText()) : Optional.empty(),
        step.isPresent() && of.isPresent() && of.getAsLong() > 0
            ? OptionalDouble.of(Math.min(1, (double) step.getAsLong() / of.getAsLong()))
            : OptionalDouble.empty());
  }

  private static OptionalLong whole(JsonNode node) {
    return node.isIntegralNumber() ? OptionalLong.of(node.asLong()) : OptionalLong.empty();
  }

  @Override
  public Optional<UtilisationView> utilisation(JobRow job) {
    List<Telemetry.Sample> samples = store.telemetry().latest("job/" + job.id());
    if (samples.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Telemetry.Sample> byMetric = new TreeMap<>();
    samples.forEach(s -> byMetric.put(s.metric(), s));
    long from = samples.stream().mapToLong(Telemetry.Sample::at).min().orElseThrow();
    long until = samples.stream().mapToLong(Telemetry.Sample::at).max().orElseThrow();
    OptionalDouble memoryBytes = value(byMetric, "memoryBytes");
    return Optional.of(
        new UtilisationView(
            Instant.ofEpochMilli(from),
            Instant.ofEpochMilli(until),
            percent(byMetric, "utilisationPercent"),
            percent(byMetric, "deviceMemoryPercent"),
            value(byMetric, "powerWatts"),
            value(byMetric, "cpuCores"),
            memoryBytes.isPresent()
                ? OptionalLong.of((long) memoryBytes.getAsDouble())
                : OptionalLong.empty()));
  }

  private static OptionalDouble value(Map<String, Telemetry.Sample> samples, String metric) {
    Telemetry.Sample sample = samples.get(metric);
    return sample == null ? OptionalDouble.empty() : OptionalDouble.of(sample.value());
  }

  private static OptionalDouble percent(Map<String, Telemetry.Sample> samples, String metric) {
    OptionalDouble value = value(samples, metric);
    return value.isPresent() ? OptionalDouble.of(value.getAsDouble() / 100) : value;
  }
}
