package dev.weir.checkpoint.format;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads Python pickles of protocols 0 to 5 as data: strings, whole numbers, tuples, lists and
 * mappings are kept, everything else becomes {@link Opaque}. No class is looked up and nothing is
 * called, so that a hostile pickle is only a strange value.
 */
final class Pickle {
  /** A value that is of no interest. */
  enum Opaque {
    VALUE
  }

  /** The name of a Python class or function. */
  record Global(String name) {}

  /** A number that does not fit 64 bits; only compared with nothing. */
  record Large(int bytes) {}

  /** A reference to something stored elsewhere: for PyTorch, a tuple that describes a storage. */
  record Persistent(Object id) {}

  /** The bytes are no pickle of these protocols, or end inside one. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1;
    private final boolean cut;

    Malformed(String message, boolean cut) {
      super(message);
      this.cut = cut;
    }

    /** Whether the bytes end inside the pickle. */
    boolean cut() {
      return cut;
    }
  }

  private enum Mark {
    MARK
  }

  private final ByteBuffer in;
  private final Deque<Object> stack = new ArrayDeque<>();
  private final Map<Long, Object> memo = new HashMap<>();
  private final List<Persistent> persistent = new ArrayList<>();

  private Pickle(ByteBuffer in) {
    this.in = in;
  }

  /**
   * @param value the value
   * @param persistent the references to things stored elsewhere, in order
   */
  record Loaded(Object value, List<Persistent> persistent) {}

  /** Reads one pickle and leaves the buffer behind it. */
  static Loaded read(ByteBuffer in) throws Malformed {
    in.order(ByteOrder.LITTLE_ENDIAN);
    try {
      var pickle = new Pickle(in);
      while (true) {
        int op = in.get() & 0xff;
        if (op == '.') {
          return new Loaded(pickle.pop(), pickle.persistent);
        }
        pickle.step(op);
      }
    } catch (BufferUnderflowException e) {
      throw new Malformed("ends inside a pickle", true);
    }
  }

  private void step(int op) throws Malformed {
    if (!constant(op) && !container(op) && !object(op) && !stackAndMemo(op)) {
      throw new Malformed("holds the unknown pickle opcode 0x" + Integer.toHexString(op), false);
    }
  }

  private boolean constant(int op) throws Malformed {
    Object value =
        switch (op) {
          case 'J' -> (long) in.getInt();
          case 'K' -> (long) (in.get() & 0xff);
          case 'M' -> (long) (in.getShort() & 0xffff);
          case 0x8a -> whole(in.get() & 0xff);
          case 0x8b -> whole(in.getInt());
          case 'I', 'L' -> decimal(line());
          case 'X' -> text(in.getInt() & 0xffff_ffffL);
          case 0x8c, 'U' -> text(in.get() & 0xff);
          case 0x8d -> text(in.getLong());
          case 'T' -> text(in.getInt() & 0xffff_ffffL);
          case 'V' -> line();
          case 'S' -> quoted(line());
          case 'F' -> opaqueLine();
          case 'G' -> opaqueAfter(8);
          case 'C' -> opaqueAfter(in.get() & 0xff);
          case 'B' -> opaqueAfter(in.getInt() & 0xffff_ffffL);
          case 0x8e, 0x96 -> opaqueAfter(in.getLong());
          case 'N', 0x88, 0x89, 0x97 -> Opaque.VALUE;
          default -> Mark.MARK;
        };
    if (value == Mark.MARK) {
      return false;
    }
    stack.push(value);
    return true;
  }

  private boolean container(int op) throws Malformed {
    switch (op) {
      case ']', 0x8f -> stack.push(new ArrayList<>());
      case 'l', 0x91 -> stack.push(new ArrayList<>(toMark()));
      case 'a' -> append(List.of(pop()));
      case 'e', 0x90 -> append(toMark());
      case ')' -> stack.push(List.of());
      case 't' -> stack.push(List.copyOf(toMark()));
      case 0x85 -> stack.push(tuple(1));
      case 0x86 -> stack.push(tuple(2));
      case 0x87 -> stack.push(tuple(3));
      case '}' -> stack.push(new LinkedHashMap<>());
      case 'd' -> {
        List<Object> pairs = toMark();
        stack.push(new LinkedHashMap<>());
        put(pairs);
      }
      case 's' -> put(tuple(2));
      case 'u' -> put(toMark());
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean object(int op) throws Malformed {
    switch (op) {
      case 'c' -> stack.push(new Global(line() + "." + line()));
      case 0x93 -> {
        Object name = pop();
        stack.push(new Global(pop() + "." + name));
      }
      case 'R', 0x81 -> {
        pop();
        stack.push(made(pop()));
      }
      case 0x92 -> {
        pop();
        pop();
        stack.push(made(pop()));
      }
      case 'b' -> pop();
      case 'i' -> {
        line();
        line();
        toMark();
        stack.push(Opaque.VALUE);
      }
      case 'o' -> {
        toMark();
        stack.push(Opaque.VALUE);
      }
      case 'P' -> reference(line());
      case 'Q' -> reference(pop());
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean stackAndMemo(int op) throws Malformed {
    switch (op) {
      case 0x80 -> in.get();
      case 0x95 -> in.getLong();
      case '(' -> stack.push(Mark.MARK);
      case '0' -> pop();
      case '1' -> toMark();
      case '2' -> stack.push(peek());
      case 'p' -> memo.put(key(line()), peek());
      case 'q' -> memo.put((long) (in.get() & 0xff), peek());
      case 'r' -> memo.put(in.getInt() & 0xffff_ffffL, peek());
      case 0x94 -> memo.put((long) memo.size(), peek());
      case 'g' -> stack.push(remembered(key(line())));
      case 'h' -> stack.push(remembered(in.get() & 0xff));
      case 'j' -> stack.push(remembered(in.getInt() & 0xffff_ffffL));
      case 0x98 -> {} // read-only buffer: the value stays as it is
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A dictionary made by a call stays one; what else a call would make is of no interest. */
  private static Object made(Object callable) {
    boolean mapping =
        callable instanceof Global global
            && (global.name().endsWith(".OrderedDict") || global.name().endsWith(".defaultdict"));
    return mapping ? new LinkedHashMap<>() : Opaque.VALUE;
  }

  private void reference(Object id) {
    var reference = new Persistent(id);
    persistent.add(reference);
    stack.push(reference);
  }

  private Object pop() throws Malformed {
    return Optional.ofNullable(stack.poll())
        .orElseThrow(
            () -> new Malformed("takes more from the pickle's stack than is there", false));
  }

  private Object peek() throws Malformed {
    return Optional.ofNullable(stack.peek())
        .orElseThrow(() -> new Malformed("looks at an empty pickle stack", false));
  }

  private List<Object> toMark() throws Malformed {
    var values = new ArrayDeque<Object>();
    for (Object value = pop(); value != Mark.MARK; value = pop()) {
      values.push(value);
    }
    return new ArrayList<>(values);
  }

  private List<Object> tuple(int count) throws Malformed {
    var values = new ArrayDeque<Object>();
    for (int i = 0; i < count; i++) {
      values.push(pop());
    }
    return List.copyOf(values);
  }

  @SuppressWarnings("unchecked") // only lists of objects are ever pushed
  private void append(List<Object> values) throws Malformed {
    if (peek() instanceof ArrayList<?> list) {
      ((List<Object>) list).addAll(values);
    }
  }

  @SuppressWarnings("unchecked") // only maps of objects are ever pushed
  private void put(List<Object> pairs) throws Malformed {
    if (peek() instanceof LinkedHashMap<?, ?> map) {
      for (int i = 0; i + 1 < pairs.size(); i += 2) {
        // Keys that are containers would be hashed by content; none is of interest.
        if (pairs.get(i) instanceof String key) {
          ((Map<Object, Object>) map).put(key, pairs.get(i + 1));
        }
      }
    }
  }

  private Object remembered(long key) throws Malformed {
    return Optional.ofNullable(memo.get(key))
        .orElseThrow(() -> new Malformed("recalls what the pickle never stored", false));
  }

  private static long key(String line) throws Malformed {
    try {
      return Long.parseLong(line);
    } catch (NumberFormatException e) {
      throw new Malformed("numbers a value by '" + line + "'", false);
    }
  }

  private Object whole(int bytes) throws Malformed {
    if (bytes < 0 || bytes > Long.BYTES) {
      skip(Integer.toUnsignedLong(bytes));
      return new Large(bytes);
    }
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      value |= (in.get() & 0xffL) << (8 * i);
    }
    int unused = Long.SIZE - 8 * bytes;
    return bytes == 0 ? 0L : value << unused >> unused;
  }

  private static Object decimal(String line) {
    String digits = line.endsWith("L") ? line.substring(0, line.length() - 1) : line;
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return new Large(digits.length());
    }
  }

  private static String quoted(String line) {
    return line.length() >= 2 ? line.substring(1, line.length() - 1) : line;
  }

  private String text(long bytes) throws Malformed {
    if (bytes < 0 || bytes > in.remaining()) {
      throw new Malformed("ends inside a text", true);
    }
    byte[] text = new byte[(int) bytes];
    in.get(text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private Object opaqueAfter(long bytes) throws Malformed {
    skip(bytes);
    return Opaque.VALUE;
  }

  private Object opaqueLine() {
    line();
    return Opaque.VALUE;
  }

  private void skip(long bytes) throws Malformed {
    if (bytes < 0 || bytes > in.remaining()) {
      throw new Malformed("ends inside a value", true);
    }
    in.position(in.position() + (int) bytes);
  }

  private String line() {
    int start = in.position();
    while (in.get() != '\n') {
      // up to the end of the line
    }
    byte[] line = new byte[in.position() - start - 1];
    in.get(start, line);
    return new String(line, StandardCharsets.UTF_8);
  }
}
