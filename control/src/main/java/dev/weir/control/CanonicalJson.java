package dev.weir.control;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.NamedType;
import com.fasterxml.jackson.databind.jsontype.PolymorphicTypeValidator;
import com.fasterxml.jackson.databind.jsontype.TypeIdResolver;
import com.fasterxml.jackson.databind.jsontype.impl.LaissezFaireSubTypeValidator;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.type.CollectionType;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Values of the model as canonical JSON: fields in the order of the record components, maps and
 * sets sorted, no blanks, absent options left out, the member of a sealed interface named by {@code
 * "type"}. Equal values give equal text on every machine.
 */
public final class CanonicalJson {
  private static final ObjectMapper JSON = mapper();

  private CanonicalJson() {}

  /**
   * @throws IllegalArgumentException when the value has no JSON form
   */
  public static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(value.getClass() + " has no JSON form", e);
    }
  }

  /**
   * @throws IOException when the text is no such value; a field that is not known is refused
   */
  public static <T> T read(String text, Class<T> type) throws IOException {
    return JSON.readValue(text, type);
  }

  /**
   * @throws IOException as for {@link #read}
   */
  public static <T> List<T> readList(String text, Class<T> element) throws IOException {
    return JSON.readValue(text, JSON.getTypeFactory().constructCollectionType(List.class, element));
  }

  static byte[] bytes(Object value) throws JsonProcessingException {
    return JSON.writeValueAsBytes(value);
  }

  static <T> T read(byte[] bytes, Class<T> type) throws IOException {
    return JSON.readValue(bytes, type);
  }

  private static ObjectMapper mapper() {
    SimpleModule canonical = new SimpleModule("canonical");
    canonical.setSerializerModifier(new SortedSets());
    return JsonMapper.builder()
        .addModules(new Jdk8Module(), new JavaTimeModule(), canonical)
        .annotationIntrospector(new ModelIntrospector())
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(
                JsonInclude.Include.NON_ABSENT, JsonInclude.Include.NON_ABSENT))
        .setDefaultTyping(
            new SealedTyping()
                .init(JsonTypeInfo.Id.CUSTOM, null)
                .inclusion(JsonTypeInfo.As.PROPERTY)
                .typeProperty("type"))
        .build();
  }

  /**
   * Only members of sealed interfaces carry their name; all other types are known by the field. A
   * name can only stand for a member of that interface, so that no foreign class is ever loaded.
   */
  private static final class SealedTyping extends ObjectMapper.DefaultTypeResolverBuilder {
    private static final long serialVersionUID = 1L;

    SealedTyping() {
      super(ObjectMapper.DefaultTyping.NON_FINAL, LaissezFaireSubTypeValidator.instance);
    }

    @Override
    public boolean useForType(JavaType type) {
      return SealedNames.isSealedModel(type.getRawClass());
    }

    @Override
    protected TypeIdResolver idResolver(
        MapperConfig<?> config,
        JavaType base,
        PolymorphicTypeValidator validator,
        Collection<NamedType> subtypes,
        boolean forSerialization,
        boolean forDeserialization) {
      return new SealedNames(base);
    }
  }

  /** Sets of the model have no order of their own; their elements do. */
  private static final class SortedSets extends BeanSerializerModifier {
    private static final long serialVersionUID = 1L;

    @Override
    public JsonSerializer<?> modifyCollectionSerializer(
        SerializationConfig config,
        CollectionType type,
        BeanDescription description,
        JsonSerializer<?> serializer) {
      return Set.class.isAssignableFrom(type.getRawClass()) ? new SortedSet() : serializer;
    }
  }

  private static final class SortedSet extends JsonSerializer<Set<?>> {
    @Override
    public void serialize(Set<?> set, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeStartArray();
      for (Object element : set.stream().sorted().toList()) {
        provider.defaultSerializeValue(element, out);
      }
      out.writeEndArray();
    }
  }
}
