package dev.weir.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Results for programs: {@code {"results": [{"name", "nodes", "devices", "jobs", "ops_per_s",
 * "p50_ms", "p99_ms", "heap_mb", "wall_s", ...}]}}.
 */
public final class BenchJson {
  private BenchJson() {}

  /** Writes the file anew. */
  public static void write(List<BenchResult> results, Path file) throws IOException {
    List<Map<String, Object>> lines = results.stream().map(BenchJson::line).toList();
    String text =
        new ObjectMapper()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .writeValueAsString(Map.of("results", lines));
    Files.writeString(file, text + "\n");
  }

  private static Map<String, Object> line(BenchResult r) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("name", r.name());
    line.put("nodes", r.nodes());
    line.put("devices", r.devices());
    line.put("jobs", r.jobs());
    line.put("ops_per_s", r.opsPerSecond());
    line.put("p50_ms", r.p50Millis());
    line.put("p99_ms", r.p99Millis());
    line.put("heap_mb", r.heapMegabytes());
    line.put("wall_s", r.wallSeconds());
    line.putAll(r.more());
    return line;
  }
}
