package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import dev.weir.files.yaml.Place;
import dev.weir.files.yaml.SourceText;
import dev.weir.files.yaml.YamlText;
import dev.weir.model.doc.Default;
import dev.weir.model.doc.Doc;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Derives shapes from Java types, once per type. A type that no document can hold is a mistake in
 * the program.
 */
public final class Shapes {
  private final Map<Class<?>, ScalarFormat<?>> formats;
  private final Map<Class<?>, List<Shape.Component>> components = new ConcurrentHashMap<>();
  private final Map<Class<?>, List<Shape.Form>> shorthands = new ConcurrentHashMap<>();

  private final Map<Class<?>, Map<String, Shape.Component>> names = new ConcurrentHashMap<>();
  private final Map<Class<?>, Constructor<?>> constructors = new ConcurrentHashMap<>();

  /** Shapes that know these formats beside the types with a static {@code parse(String)}. */
  public Shapes(List<ScalarFormat<?>> formats) {
    var byType = new LinkedHashMap<Class<?>, ScalarFormat<?>>();
    formats.forEach(format -> byType.put(format.type(), format));
    this.formats = Collections.unmodifiableMap(byType);
  }

  /** The shape of a type, as it stands in a record component. */
  public Shape of(Type type, AnnotatedElement annotations) {
    return switch (type) {
      case ParameterizedType generic -> ofGeneric(generic, annotations);
      case Class<?> plain -> ofClass(plain, annotations);
      default -> throw unsupported(type);
    };
  }

  List<Shape.Component> components(Class<?> record) {
    // Not computeIfAbsent: a record may contain itself, and a map may not be changed while it
    // computes.
    List<Shape.Component> known = components.get(record);
    if (known == null) {
      known = Arrays.stream(record.getRecordComponents()).map(this::component).toList();
      components.put(record, known);
    }
    return known;
  }

  List<Shape.Form> shorthands(Class<?> record) {
    List<Shape.Form> known = shorthands.get(record);
    if (known == null) {
      known =
          Arrays.stream(record.getDeclaredMethods())
              .filter(method -> method.isAnnotationPresent(Shorthand.class))
              .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toGenericString))
              .map(this::shorthand)
              .toList();
      shorthands.put(record, known);
    }
    return known;
  }

  Map<String, Shape.Component> names(Class<?> record) {
    Map<String, Shape.Component> known = names.get(record);
    if (known == null) {
      known = Collections.unmodifiableMap(Shape.names(components(record)));
      names.put(record, known);
    }
    return known;
  }

  Constructor<?> constructor(Class<?> record) {
    return constructors.computeIfAbsent(record, Shapes::canonical);
  }

  private static Constructor<?> canonical(Class<?> record) {
    Class<?>[] types =
        Arrays.stream(record.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = record.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException impossible) {
      throw new IllegalStateException("no canonical constructor: " + record, impossible);
    }
  }

  private Shape.Form shorthand(Method factory) {
    if (!Modifier.isStatic(factory.getModifiers())
        || factory.getParameterCount() != 1
        || factory.getReturnType() != factory.getDeclaringClass()) {
      throw new IllegalArgumentException(
          "a shorthand is a static factory with one parameter: " + factory);
    }
    factory.setAccessible(true);
    var parameter = factory.getParameters()[0];
    return new Shape.Form(factory, of(parameter.getParameterizedType(), parameter));
  }

  private Shape.Component component(RecordComponent component) {
    return new Shape.Component(
        component.getName(),
        of(component.getGenericType(), component),
        Optional.ofNullable(component.getAnnotation(Default.class)).map(d -> literal(component, d)),
        Optional.ofNullable(component.getAnnotation(Doc.class)).map(Doc::value),
        Optional.ofNullable(component.getAnnotation(Synonyms.class))
            .map(synonyms -> List.of(synonyms.value()))
            .orElse(List.of()),
        component.isAnnotationPresent(Inline.class));
  }

  private static Node literal(RecordComponent component, Default byDefault) {
    var source = new SourceText("the default of " + component, byDefault.value());
    List<Node> nodes = YamlText.parse(source);
    return nodes.isEmpty() ? new Node.Scalar("", true, new Place(1, 1)) : nodes.getFirst();
  }

  private Shape ofGeneric(ParameterizedType generic, AnnotatedElement annotations) {
    Type[] arguments = generic.getActualTypeArguments();
    Class<?> raw = (Class<?>) generic.getRawType();
    boolean notEmpty = annotations.isAnnotationPresent(NotEmpty.class);
    if (raw == Optional.class) {
      return new Shape.Maybe(of(arguments[0], annotations));
    }
    if (raw == List.class || raw == Set.class) {
      boolean orOne = annotations.isAnnotationPresent(OneOrMany.class);
      return new Shape.Items(of(arguments[0], annotations), raw == Set.class, notEmpty, orOne);
    }
    if (raw == Map.class || raw == SequencedMap.class) {
      if (of(arguments[0], raw) instanceof Shape.Scalar key) {
        return new Shape.Table(key, of(arguments[1], annotations), notEmpty);
      }
    }
    throw unsupported(generic);
  }

  private Shape ofClass(Class<?> type, AnnotatedElement annotations) {
    ScalarFormat<?> format = formats.get(type);
    if (format != null) {
      return new Shape.Unit(format);
    }
    if (type == String.class) {
      return new Shape.Text(Optional.ofNullable(annotations.getAnnotation(Matches.class)));
    }
    if (type == int.class || type == Integer.class) {
      return whole(int.class, Integer.MIN_VALUE, Integer.MAX_VALUE, annotations);
    }
    if (type == long.class || type == Long.class) {
      return whole(long.class, Long.MIN_VALUE, Long.MAX_VALUE, annotations);
    }
    if (type == double.class || type == Double.class) {
      return Optional.ofNullable(annotations.getAnnotation(Range.class))
          .map(range -> new Shape.Decimal(range.min(), range.max()))
          .orElse(new Shape.Decimal(Long.MIN_VALUE, Long.MAX_VALUE));
    }
    if (type == boolean.class || type == Boolean.class) {
      return new Shape.Truth();
    }
    if (type.isEnum()) {
      return choice(type);
    }
    return ofNamed(type);
  }

  private Shape ofNamed(Class<?> type) {
    Optional<Method> parse = parseFactory(type);
    if (parse.isPresent()) {
      return new Shape.Unit(ParsedFormat.of(type, parse.get()));
    }
    if (type.isRecord()) {
      return new Shape.Fields(type, this);
    }
    if (type.isSealed()) {
      return oneOf(type);
    }
    throw unsupported(type);
  }

  private static Shape whole(Class<?> type, long min, long max, AnnotatedElement annotations) {
    Range range = annotations.getAnnotation(Range.class);
    if (range == null) {
      return new Shape.Whole(type, min, max);
    }
    long lowest = Math.max(min, range.min());
    long highest = Math.min(max, range.max());
    return new Shape.Whole(type, lowest, highest);
  }

  private static Shape choice(Class<?> type) {
    var constants = new LinkedHashMap<String, Object>();
    for (Object constant : type.getEnumConstants()) {
      String name = ((Enum<?>) constant).name();
      constants.put(name.toLowerCase(Locale.ROOT).replace('_', '-'), constant);
    }
    return new Shape.Choice(type, Collections.unmodifiableSequencedMap(constants));
  }

  private Shape oneOf(Class<?> type) {
    var variants = new LinkedHashMap<String, Shape.Fields>();
    for (Class<?> variant : records(type)) {
      String name =
          Optional.ofNullable(variant.getAnnotation(Variant.class))
              .map(Variant::value)
              .orElse(kebab(variant.getSimpleName()));
      if (variants.put(name, new Shape.Fields(variant, this)) != null) {
        throw new IllegalArgumentException(type + " has two variants called " + name);
      }
    }
    return new Shape.OneOf(
        type,
        Optional.ofNullable(type.getAnnotation(Discriminator.class)).map(Discriminator::value),
        Collections.unmodifiableSequencedMap(variants));
  }

  private static List<Class<?>> records(Class<?> sealed) {
    var records = new ArrayList<Class<?>>();
    for (Class<?> permitted : sealed.getPermittedSubclasses()) {
      if (permitted.isRecord()) {
        records.add(permitted);
      } else if (permitted.isSealed()) {
        records.addAll(records(permitted));
      } else {
        throw unsupported(permitted);
      }
    }
    return records;
  }

  private static Optional<Method> parseFactory(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> method.getName().equals("parse"))
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> method.getReturnType() == type)
        .filter(method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {String.class}))
        .findFirst();
  }

  /**
   * {@code SaveThenStop} as it stands in documents: {@code save-then-stop}; {@code MigReshape},
   * {@code mig-reshape}.
   */
  static String kebab(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2")
        .replaceAll("([A-Z]+)([A-Z][a-z])", "$1-$2")
        .toLowerCase(Locale.ROOT);
  }

  private static IllegalArgumentException unsupported(Type type) {
    return new IllegalArgumentException("no document can hold a value of " + type);
  }
}
