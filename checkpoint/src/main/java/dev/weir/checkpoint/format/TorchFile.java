package dev.weir.checkpoint.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Files of {@code torch.save}: a zip with one record per storage (since PyTorch 1.6), or the older
 * form of several pickles followed by the raw storages. In both, every storage that the pickle
 * names must be there in the length that it names.
 */
final class TorchFile {
  private static final int LARGEST_PICKLE = 64 << 20;
  private static final Object LEGACY_MAGIC = new Pickle.Large(10);
  private static final long LEGACY_PROTOCOL = 1001;

  /** Bytes of one element, by the name of the storage's class. */
  private static final Map<String, Integer> ELEMENT =
      Map.ofEntries(
          Map.entry("torch.FloatStorage", 4),
          Map.entry("torch.DoubleStorage", 8),
          Map.entry("torch.HalfStorage", 2),
          Map.entry("torch.BFloat16Storage", 2),
          Map.entry("torch.LongStorage", 8),
          Map.entry("torch.IntStorage", 4),
          Map.entry("torch.ShortStorage", 2),
          Map.entry("torch.CharStorage", 1),
          Map.entry("torch.ByteStorage", 1),
          Map.entry("torch.BoolStorage", 1),
          Map.entry("torch.ComplexFloatStorage", 8),
          Map.entry("torch.ComplexDoubleStorage", 16),
          Map.entry("torch.storage.UntypedStorage", 1));

  private TorchFile() {}

  static Structure read(FileChannel file) throws IOException {
    if (file.size() < 4) {
      return new Structure.Torn("has only " + file.size() + " bytes");
    }
    ByteBuffer head = Bytes.at(file, 0, 4);
    if (head.get(0) == 'P' && head.get(1) == 'K') {
      return zip(file);
    }
    if (head.get(0) == (byte) 0x80) {
      return legacy(file);
    }
    boolean blank = head.getInt(0) == 0;
    return blank
        ? new Structure.Torn("begins with zeros")
        : new Structure.Unknown("is no file of torch.save");
  }

  private static Structure zip(FileChannel file) throws IOException {
    List<ZipDirectory.Part> records;
    try {
      records = ZipDirectory.read(file);
    } catch (ZipDirectory.Broken broken) {
      return new Structure.Torn(message(broken));
    }
    Map<String, ZipDirectory.Part> byName = new LinkedHashMap<>();
    records.forEach(record -> byName.put(record.name(), record));
    Optional<ZipDirectory.Part> pickle =
        records.stream().filter(record -> record.name().endsWith("/data.pkl")).findFirst();
    if (pickle.isEmpty()) {
      return new Structure.Torn("is a zip without PyTorch's data.pkl");
    }
    if (!pickle.get().stored() || pickle.get().bytes() > LARGEST_PICKLE) {
      return Structure.whole();
    }
    ByteBuffer bytes = Bytes.at(file, pickle.get().data(), (int) pickle.get().bytes());
    try {
      Pickle.Loaded loaded = Pickle.read(bytes);
      String top = pickle.get().name().substring(0, pickle.get().name().length() - 8);
      for (Pickle.Persistent reference : loaded.persistent()) {
        Optional<String> missing =
            Storage.of(reference).flatMap(storage -> missing(storage, top, byName));
        if (missing.isPresent()) {
          return new Structure.Torn(missing.get());
        }
      }
      return new Structure.Whole(numbers(loaded.value()));
    } catch (Pickle.Malformed malformed) {
      return malformed.cut() || isBlank(bytes)
          ? new Structure.Torn("data.pkl " + message(malformed))
          : Structure.whole();
    }
  }

  private static boolean isBlank(ByteBuffer bytes) {
    return bytes.limit() > 0 && bytes.get(0) == 0;
  }

  private static Optional<String> missing(
      Storage storage, String top, Map<String, ZipDirectory.Part> records) {
    String name = top + "data/" + storage.key();
    ZipDirectory.Part record = records.get(name);
    if (record == null) {
      return Optional.of("the tensor record " + name + " is missing");
    }
    return storage.bytes().isPresent() && storage.bytes().get() != record.bytes()
        ? Optional.of("the tensor record " + name + " has the wrong length")
        : Optional.empty();
  }

  private static Structure legacy(FileChannel file) throws IOException {
    int span = (int) Math.min(file.size(), LARGEST_PICKLE);
    ByteBuffer bytes = Bytes.at(file, 0, span);
    try {
      Pickle.Loaded first = Pickle.read(bytes);
      return first.value().equals(LEGACY_MAGIC)
          ? legacyParts(file, bytes)
          : plainPickle(first, bytes, file.size());
    } catch (Pickle.Malformed malformed) {
      return malformed.cut() && span == file.size()
          ? new Structure.Torn(message(malformed))
          : new Structure.Unknown(message(malformed));
    }
  }

  private static Structure plainPickle(Pickle.Loaded loaded, ByteBuffer bytes, long size) {
    return bytes.position() == size
        ? new Structure.Whole(numbers(loaded.value()))
        : new Structure.Unknown("is a pickle with something behind it");
  }

  /** Protocol, system, object, keys, and then for each key its length in elements and its bytes. */
  private static Structure legacyParts(FileChannel file, ByteBuffer bytes)
      throws IOException, Pickle.Malformed {
    Object protocol = Pickle.read(bytes).value();
    if (!protocol.equals(LEGACY_PROTOCOL)) {
      return new Structure.Unknown("is an unknown form of torch.save");
    }
    Pickle.read(bytes);
    Pickle.Loaded loaded = Pickle.read(bytes);
    Map<String, Long> lengths = new LinkedHashMap<>();
    for (Pickle.Persistent reference : loaded.persistent()) {
      Optional<Storage> storage = Storage.of(reference);
      if (storage.isEmpty() || storage.get().bytes().isEmpty()) {
        return new Structure.Unknown("holds a storage of unknown element size");
      }
      lengths.put(storage.get().key(), storage.get().bytes().get());
    }
    if (!(Pickle.read(bytes).value() instanceof List<?> keys)) {
      return new Structure.Unknown("has no list of storages");
    }
    long end = bytes.position();
    for (Object key : keys) {
      Long length = lengths.get(String.valueOf(key));
      if (length == null) {
        return new Structure.Unknown("lists a storage that no tensor uses");
      }
      end += Long.BYTES + length;
    }
    if (end > file.size()) {
      return new Structure.Torn("has " + file.size() + " of " + end + " bytes");
    }
    return end == file.size()
        ? new Structure.Whole(numbers(loaded.value()))
        : new Structure.Unknown("has bytes behind its last tensor");
  }

  private static SortedMap<String, Long> numbers(Object value) {
    SortedMap<String, Long> numbers = new TreeMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach(
          (key, number) -> {
            if (key instanceof String name && number instanceof Long whole) {
              numbers.put(name, whole);
            }
          });
    }
    return numbers;
  }

  private static String message(Exception failure) {
    return String.valueOf(failure.getMessage());
  }

  /** What a pickle says of one storage: {@code ('storage', class, key, device, elements, ...)}. */
  private record Storage(String key, Optional<Long> bytes) {

    static Optional<Storage> of(Pickle.Persistent reference) {
      boolean described =
          reference.id() instanceof List<?> tuple
              && tuple.size() >= 5
              && "storage".equals(tuple.get(0));
      if (!described) {
        return Optional.empty();
      }
      List<?> tuple = (List<?>) reference.id();
      Optional<Long> bytes = Optional.empty();
      if (tuple.get(1) instanceof Pickle.Global type
          && ELEMENT.containsKey(type.name())
          && tuple.get(4) instanceof Long elements) {
        bytes = Optional.of(elements * ELEMENT.getOrDefault(type.name(), 0));
      }
      return Optional.of(new Storage(String.valueOf(tuple.get(2)), bytes));
    }
  }
}
