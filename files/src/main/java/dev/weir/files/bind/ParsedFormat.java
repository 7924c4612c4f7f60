package dev.weir.files.bind;

import dev.weir.model.doc.Doc;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;

/** The format of a type that reads itself through a static {@code parse(String)}. */
final class ParsedFormat {
  private ParsedFormat() {}

  static <T> ScalarFormat<T> of(Class<T> type, Method parse) {
    parse.setAccessible(true);
    String words = Shapes.kebab(type.getSimpleName()).replace('-', ' ');
    String expected =
        Optional.ofNullable(type.getAnnotation(Doc.class))
            .map(doc -> words + " (" + doc.value().replaceAll("\\.$", "") + ")")
            .orElse(words);
    return new ScalarFormat<>(
        type, "a " + expected, "", true, List.of(), text -> type.cast(call(parse, text)));
  }

  private static Object call(Method parse, String text) {
    try {
      return parse.invoke(null, text);
    } catch (InvocationTargetException failed) {
      if (failed.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw new IllegalStateException(parse + " failed", failed.getCause());
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(parse + " cannot be called", closed);
    }
  }
}
