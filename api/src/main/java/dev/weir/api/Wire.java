package dev.weir.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import com.fasterxml.jackson.datatype.jsr310.deser.InstantDeserializer;
import java.io.IOException;
import java.time.Instant;

/** How the wire records are written as JSON. */
public final class Wire {
  /** Where all paths begin. */
  public static final String ROOT = "/api/v1";

  /** Media type of job, queue, policy and reservation documents. */
  public static final String YAML = "application/yaml";

  /** The same key again gets the first answer. */
  public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  private static final JsonMapper STRICT = mapper(true);
  private static final JsonMapper LENIENT = mapper(false);

  private Wire() {}

  /** For a server: a field that it does not know is refused. */
  public static JsonMapper strict() {
    return STRICT;
  }

  /** For a client: a newer server may say more than the client knows. */
  public static JsonMapper lenient() {
    return LENIENT;
  }

  private static JsonMapper mapper(boolean strict) {
    JsonMapper.Builder builder = JsonMapper.builder();
    builder.addModules(new Jdk8Module(), new JavaTimeModule());
    if (strict) {
      builder.addModule(
          new SimpleModule("moments").addDeserializer(Instant.class, new MomentReader()));
      // A value of another type is not quietly made one of the type that is asked for.
      builder
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .withCoercionConfig(
              LogicalType.Textual,
              text ->
                  text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
    }
    return builder
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, strict)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(
                JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
        .build();
  }

  /** Moments are texts of ISO 8601; a number would be seconds to one reader, millis to another. */
  private static final class MomentReader extends StdDeserializer<Instant> {
    private static final long serialVersionUID = 1L;

    MomentReader() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      return parser.hasToken(JsonToken.VALUE_STRING)
          ? InstantDeserializer.INSTANT.deserialize(parser, context)
          : (Instant) context.handleUnexpectedToken(Instant.class, parser);
    }
  }
}
