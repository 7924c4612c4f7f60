package dev.weir.control;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.DatabindContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.jsontype.impl.TypeIdResolverBase;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Names the members of a sealed interface of the model by their simple class name. */
final class SealedNames extends TypeIdResolverBase {
  private static final ConcurrentHashMap<Class<?>, Map<String, Class<?>>> MEMBERS =
      new ConcurrentHashMap<>();

  private final JavaType base;

  SealedNames(JavaType base) {
    this.base = base;
  }

  static boolean isSealedModel(Class<?> type) {
    return type.isSealed() && type.isInterface() && type.getName().startsWith("dev.weir.model.");
  }

  @Override
  public String idFromValue(Object value) {
    return value.getClass().getSimpleName();
  }

  @Override
  public String idFromValueAndType(Object value, Class<?> suggested) {
    return suggested.getSimpleName();
  }

  @Override
  public JavaType typeFromId(DatabindContext context, String id) {
    Class<?> member = MEMBERS.computeIfAbsent(base.getRawClass(), SealedNames::members).get(id);
    if (member == null) {
      throw new JournalFailure(
          "\"%s\" is no %s that this version knows"
              .formatted(id, base.getRawClass().getSimpleName()));
    }
    return context.constructSpecializedType(base, member);
  }

  @Override
  public JsonTypeInfo.Id getMechanism() {
    return JsonTypeInfo.Id.CUSTOM;
  }

  private static Map<String, Class<?>> members(Class<?> sealed) {
    Map<String, Class<?>> members = new TreeMap<>();
    for (Class<?> permitted : sealed.getPermittedSubclasses()) {
      Map<String, Class<?>> found =
          permitted.isSealed()
              ? members(permitted)
              : Map.<String, Class<?>>of(permitted.getSimpleName(), permitted);
      found.forEach(
          (name, type) -> {
            if (members.put(name, type) != null) {
              throw new IllegalStateException(sealed + " has two members named " + name);
            }
          });
    }
    return members;
  }
}
