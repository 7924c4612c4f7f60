package dev.weir.control;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedConstructor;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import org.jspecify.annotations.Nullable;

/** Writes ids and amounts, which are records of one component, as that component alone. */
final class ModelIntrospector extends JacksonAnnotationIntrospector {
  private static final long serialVersionUID = 1L;

  @Override
  public @Nullable Boolean hasAsValue(Annotated a) {
    if (a instanceof AnnotatedMethod m
        && isScalar(m.getDeclaringClass())
        && m.getParameterCount() == 0
        && m.getName().equals(m.getDeclaringClass().getRecordComponents()[0].getName())) {
      return true;
    }
    return super.hasAsValue(a);
  }

  @Override
  public JsonCreator.@Nullable Mode findCreatorAnnotation(MapperConfig<?> config, Annotated a) {
    if (a instanceof AnnotatedConstructor c && isScalar(c.getDeclaringClass())) {
      return JsonCreator.Mode.DELEGATING;
    }
    return super.findCreatorAnnotation(config, a);
  }

  private static boolean isScalar(Class<?> type) {
    String name = type.getPackageName();
    return type.isRecord()
        && type.getRecordComponents().length == 1
        && (name.equals("dev.weir.model.id") || name.equals("dev.weir.model.unit"));
  }
}
