package dev.weir.server.view;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.weir.model.id.AllocationId;
import dev.weir.model.id.DomainId;
import dev.weir.model.id.JobId;
import dev.weir.model.id.NodeId;
import dev.weir.model.id.QueueId;
import dev.weir.model.unit.Bytes;
import dev.weir.model.unit.Cpu;
import dev.weir.model.unit.GpuShare;
import java.io.IOException;
import java.util.List;

/** Records of the model as plain JSON: ids and units as people write them. For reading only. */
public final class ModelJson {
  private static final List<Class<?>> AS_TEXT =
      List.of(
          JobId.class,
          AllocationId.class,
          NodeId.class,
          QueueId.class,
          DomainId.class,
          Bytes.class,
          Cpu.class,
          GpuShare.class);

  private static final JsonMapper JSON = mapper();

  private ModelJson() {}

  /** A record of the model as a tree. */
  public static JsonNode tree(Object value) {
    return JSON.valueToTree(value);
  }

  private static JsonMapper mapper() {
    SimpleModule text = new SimpleModule("text");
    AS_TEXT.forEach(type -> text.addSerializer(type, new AsText()));
    return JsonMapper.builder()
        .addModules(new Jdk8Module(), new JavaTimeModule(), text)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(
                JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
        .build();
  }

  private static final class AsText extends StdSerializer<Object> {
    private static final long serialVersionUID = 1L;

    AsText() {
      super(Object.class);
    }

    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeString(value.toString());
    }
  }
}
