package dev.weir.control;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeMap;

/**
 * Snapshots as {@link CanonicalJson}. A snapshot can always be made again from the journal, so that
 * none is ever read by another format than its own: the format is the number below, to be counted
 * up when a fold comes to mean something else, and a fingerprint of all records that a snapshot is
 * made of, which moves by itself when one of them gets another field.
 */
public final class SnapshotCodec {
  /** What the folds mean. */
  private static final int MEANING = 1;

  /** The format that this version writes, and the only one that it reads. */
  public static final String FORMAT = MEANING + "-" + fingerprint();

  private SnapshotCodec() {}

  public static byte[] encode(Snapshot snapshot) {
    try {
      return CanonicalJson.bytes(snapshot);
    } catch (JsonProcessingException e) {
      throw new JournalFailure("the snapshot of turn " + snapshot.sequence() + " has no JSON", e);
    }
  }

  /**
   * @throws JournalFailure when the bytes are no snapshot of {@link #FORMAT}
   */
  public static Snapshot decode(byte[] encoded) {
    try {
      return CanonicalJson.read(encoded, Snapshot.class);
    } catch (IOException e) {
      throw new JournalFailure("a snapshot cannot be read", new UncheckedIOException(e));
    }
  }

  private static String fingerprint() {
    TreeMap<String, String> shapes = new TreeMap<>();
    describe(Snapshot.class, shapes);
    byte[] all = shapes.toString().getBytes(StandardCharsets.UTF_8);
    return HashChain.next(HashChain.START, all).hash().substring(0, 16);
  }

  private static void describe(Type type, TreeMap<String, String> shapes) {
    if (type instanceof ParameterizedType generic) {
      Arrays.stream(generic.getActualTypeArguments()).forEach(t -> describe(t, shapes));
    }
    if (!(type instanceof Class<?> c)
        || !c.getName().startsWith("dev.weir.")
        || shapes.containsKey(c.getName())) {
      return;
    }
    StringBuilder shape = new StringBuilder();
    shapes.put(c.getName(), "");
    if (c.isEnum()) {
      shape.append(Arrays.toString(c.getEnumConstants()));
    }
    if (c.isSealed()) {
      for (Class<?> member : c.getPermittedSubclasses()) {
        shape.append(member.getName()).append(' ');
        describe(member, shapes);
      }
    }
    if (c.isRecord()) {
      for (RecordComponent field : c.getRecordComponents()) {
        shape.append(field.getGenericType().getTypeName()).append(' ').append(field.getName());
        shape.append(' ');
        describe(field.getGenericType(), shapes);
      }
    }
    shapes.put(c.getName(), shape.toString());
  }
}
