package dev.weir.files.bind;

import dev.weir.files.yaml.Node;
import dev.weir.model.problem.Nearest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** Reads single values, and says what is wrong with those that cannot be read. */
final class ScalarReader {
  private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9][0-9]*)");
  private static final Pattern LEADING_ZERO = Pattern.compile("([-+]?)0+([0-9]+)");
  private static final Pattern NO_NUMBER = Pattern.compile("[-+]?\\.?(nan|inf|infinity)");

  /** The forms of texts; there are as many as the records declare. */
  private static final Map<String, Pattern> FORMS = new ConcurrentHashMap<>();

  private ScalarReader() {}

  /**
   * The Java value.
   *
   * @throws IllegalArgumentException usually {@link Malformed}: the value has not this shape
   */
  static Object read(Node.Scalar node, Shape.Scalar shape) {
    if (node.isEmpty()) {
      throw new Malformed("has no value", Wording.of(shape), Optional.empty());
    }
    return switch (shape) {
      case Shape.Text text -> text(node, text);
      case Shape.Whole whole -> whole(node, whole);
      case Shape.Decimal decimal -> decimal(node, decimal);
      case Shape.Truth truth -> truth(node, truth);
      case Shape.Choice choice -> choice(node, choice);
      case Shape.Unit unit -> unit.format().parse().apply(node.text());
    };
  }

  private static String text(Node.Scalar node, Shape.Text text) {
    boolean fits = text.form().map(form -> matches(form.value(), node.text())).orElse(true);
    if (!fits) {
      throw wrong("not allowed here", text, Optional.empty());
    }
    return node.text();
  }

  private static boolean matches(String form, String text) {
    return FORMS.computeIfAbsent(form, Pattern::compile).matcher(text).matches();
  }

  private static Object whole(Node.Scalar node, Shape.Whole shape) {
    String text = node.text();
    if (!WHOLE.matcher(text).matches()) {
      throw notWhole(node, shape);
    }
    if (node.quoted()) {
      throw new Malformed(
          "a text, not a number", Wording.of(shape) + ", without quotes", Optional.empty());
    }
    BigInteger value = new BigInteger(text);
    if (value.signum() < 0 && shape.min() >= 0) {
      throw wrong("must not be negative", shape, Optional.empty());
    }
    if (value.bitLength() >= (shape.type() == int.class ? Integer.SIZE : Long.SIZE)) {
      throw new Malformed("too large", widest(shape), Optional.empty());
    }
    if (value.compareTo(BigInteger.valueOf(shape.min())) < 0
        || value.compareTo(BigInteger.valueOf(shape.max())) > 0) {
      throw wrong("out of range", shape, Optional.empty());
    }
    return shape.type() == int.class ? (Object) value.intValueExact() : value.longValueExact();
  }

  private static String widest(Shape.Whole shape) {
    return "a whole number from " + shape.min() + " to " + shape.max();
  }

  private static Malformed notWhole(Node.Scalar node, Shape.Whole shape) {
    String text = node.text();
    var leadingZero = LEADING_ZERO.matcher(text);
    if (leadingZero.matches()) {
      String sign = leadingZero.group(1).equals("-") ? "-" : "";
      return wrong(
          "a number with a leading zero, which some read as octal",
          shape,
          Optional.of(sign + leadingZero.group(2)));
    }
    if (NO_NUMBER.matcher(text.toLowerCase(Locale.ROOT)).matches()) {
      return wrong("not a finite number", shape, Optional.empty());
    }
    return wrong("not a whole number", shape, wholeGuess(text));
  }

  /** 1_000, 1,000, 1.0, 1e3, +5, 0x10 and 0o17 all mean a whole number. */
  private static Optional<String> wholeGuess(String text) {
    String plain = text.replaceAll("[_, ]", "");
    try {
      if (plain.matches("0[xX][0-9a-fA-F]+")) {
        return Optional.of(new BigInteger(plain.substring(2), 16).toString());
      }
      if (plain.matches("0o[0-7]+")) {
        return Optional.of(new BigInteger(plain.substring(2), 8).toString());
      }
      if (plain.matches("[-+0-9.]+([eE][-+]?[0-9]{1,2})?")) {
        return Optional.of(new BigDecimal(plain).toBigIntegerExact().toString());
      }
    } catch (ArithmeticException | NumberFormatException noWholeNumber) {
      return Optional.empty(); // 1.5 means no whole number; nothing to suggest
    }
    return Optional.empty();
  }

  private static Double decimal(Node.Scalar node, Shape.Decimal shape) {
    if (!node.isNumber()) {
      throw notDecimal(node, shape);
    }
    double value = Double.parseDouble(node.text());
    if (Double.isInfinite(value)) {
      throw wrong("too large", shape, Optional.empty());
    }
    if (value < 0 && shape.min() >= 0) {
      throw wrong("must not be negative", shape, Optional.empty());
    }
    if (value < shape.min() || value > shape.max()) {
      throw wrong("out of range", shape, Optional.empty());
    }
    return value;
  }

  private static Malformed notDecimal(Node.Scalar node, Shape.Decimal shape) {
    String text = node.text();
    if (NO_NUMBER.matcher(text.toLowerCase(Locale.ROOT)).matches()) {
      return wrong("not a finite number", shape, Optional.empty());
    }
    if (node.quoted() && new Node.Scalar(text, false, node.place()).isNumber()) {
      return new Malformed(
          "a text, not a number", Wording.of(shape) + ", without quotes", Optional.empty());
    }
    if (text.matches("[0-9]+(\\.[0-9]+)? ?%")) {
      BigDecimal share =
          new BigDecimal(text.substring(0, text.length() - 1).trim()).movePointLeft(2);
      return wrong("a percentage", shape, Optional.of(share.stripTrailingZeros().toPlainString()));
    }
    if (text.matches("[0-9]+,[0-9]+")) {
      return wrong("not a number", shape, Optional.of(text.replace(',', '.')));
    }
    return wrong("not a number", shape, Optional.empty());
  }

  private static Boolean truth(Node.Scalar node, Shape.Truth shape) {
    if (node.isTruth()) {
      return node.text().equalsIgnoreCase("true");
    }
    Optional<String> guess =
        switch (node.text().toLowerCase(Locale.ROOT)) {
          case "yes", "on", "y", "1", "true", "enabled" -> Optional.of("true");
          case "no", "off", "n", "0", "false", "disabled" -> Optional.of("false");
          default -> Nearest.to(node.text(), List.of("true", "false"));
        };
    throw wrong("neither true nor false", shape, guess);
  }

  private static Object choice(Node.Scalar node, Shape.Choice shape) {
    Object constant = shape.constants().get(node.text());
    if (constant == null) {
      throw wrong("unknown value", shape, Nearest.to(node.text(), shape.constants().keySet()));
    }
    return constant;
  }

  private static Malformed wrong(String message, Shape shape, Optional<String> nearest) {
    return new Malformed(message, Wording.of(shape), nearest);
  }
}
