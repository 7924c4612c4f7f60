package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import dev.weir.files.yaml.Place;
import dev.weir.model.problem.Problem;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Calls constructors and factories; what they refuse becomes a problem at the place of the record.
 */
record RecordMaker(Binder binder, String path, Node node) {
  private static final Pattern SUBJECT =
      Pattern.compile("([A-Za-z][A-Za-z0-9]*)[: ]+(.*)", Pattern.DOTALL);

  /** Calls the canonical constructor. */
  Optional<Object> make(Shape.Fields shape, List<Object> values) {
    try {
      return checked(shape.constructor().newInstance(values.toArray()));
    } catch (InvocationTargetException refused) {
      return refused(shape.type(), refused);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("cannot make a " + shape.type(), impossible);
    }
  }

  /** Calls a shorthand. */
  Optional<Object> call(Method factory, Object value) {
    try {
      return checked(factory.invoke(null, value));
    } catch (InvocationTargetException refused) {
      return refused(factory.getDeclaringClass(), refused);
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException("cannot call " + factory, impossible);
    }
  }

  private Optional<Object> checked(Object made) {
    if (made instanceof Checked checked) {
      int before = binder.findings.count();
      checked.check(binder.findings.in(path));
      if (binder.findings.count() > before) {
        return Optional.empty();
      }
    }
    return Optional.of(made);
  }

  private Optional<Object> refused(Class<?> type, InvocationTargetException thrown) {
    Throwable cause = thrown.getCause();
    if (!(cause instanceof IllegalArgumentException || cause instanceof ArithmeticException)) {
      throw new IllegalStateException("making a " + type + " failed", cause);
    }
    Problem problem = problem(type, Optional.ofNullable(cause.getMessage()).orElse("not allowed"));
    return binder.add(
        cause instanceof Malformed malformed
            ? problem.expecting(malformed.expected()).nearest(malformed.nearest())
            : problem);
  }

  /** A message that begins with the name of a component is about that field. */
  private Problem problem(Class<?> type, String message) {
    Matcher subject = SUBJECT.matcher(message);
    if (subject.matches() && hasComponent(type, subject.group(1))) {
      String field = Locations.child(path, subject.group(1));
      Place place = binder.locations.of(field);
      return Problem.at(binder.file, place.line(), place.column(), field, subject.group(2));
    }
    Problem problem = binder.at(node, path, message);
    return node instanceof Node.Scalar ? problem.got(Wording.of(node)) : problem;
  }

  private static boolean hasComponent(Class<?> type, String name) {
    return type.isRecord()
        && Arrays.stream(type.getRecordComponents()).anyMatch(c -> c.getName().equals(name));
  }
}
