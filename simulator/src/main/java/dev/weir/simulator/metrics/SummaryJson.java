package dev.weir.simulator.metrics;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.io.OutputStream;

/** Summaries as JSON; what is absent has no field. */
public final class SummaryJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .addModules(new Jdk8Module(), new JavaTimeModule())
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .build();

  private SummaryJson() {}

  /** Writes {@code {"summary": [...]}}. */
  public static void write(Summary summary, OutputStream out) throws IOException {
    JSON.writeValue(out, summary);
  }

  /** Reads what {@link #write} wrote. */
  public static Summary read(byte[] json) throws IOException {
    return JSON.readValue(json, Summary.class);
  }
}
