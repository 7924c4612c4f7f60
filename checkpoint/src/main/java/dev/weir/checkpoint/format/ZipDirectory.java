package dev.weir.checkpoint.format;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The central directory of a zip file (PKWARE APPNOTE 6.3, with zip64). It is what a writer appends
 * last, so that a file that was cut anywhere has none. The records' CRC-32 is not looked at:
 * PyTorch can be told to leave it wrong ({@code torch.serialization.set_crc32_options}).
 */
final class ZipDirectory {
  private static final int END = 0x06054b50;
  private static final int END_64 = 0x06064b50;
  private static final int LOCATOR_64 = 0x07064b50;
  private static final int CENTRAL = 0x02014b50;
  private static final int LOCAL = 0x04034b50;
  private static final int END_BYTES = 22;
  private static final int LOCATOR_BYTES = 20;
  private static final int END_64_BYTES = 56;
  private static final int CENTRAL_BYTES = 46;
  private static final int LOCAL_BYTES = 30;
  private static final int LONGEST_COMMENT = 0xffff;
  private static final long ELSEWHERE = 0xffff_ffffL;
  private static final int LARGEST_DIRECTORY = 256 << 20;

  /**
   * One file inside.
   *
   * @param data where its bytes begin
   */
  record Part(String name, boolean stored, long packedBytes, long bytes, long data) {}

  /** The directory is not there or does not fit the file. */
  static final class Broken extends IOException {
    private static final long serialVersionUID = 1;

    Broken(String reason) {
      super(reason);
    }
  }

  private final FileChannel file;
  private final long size;

  private ZipDirectory(FileChannel file) throws IOException {
    this.file = file;
    this.size = file.size();
  }

  /**
   * The records, in the order of the directory.
   *
   * @throws Broken the file is torn
   */
  static List<Part> read(FileChannel file) throws IOException {
    try {
      return new ZipDirectory(file).records();
    } catch (EOFException cut) {
      throw new Broken("a part of the zip file lies beyond its end");
    }
  }

  private record Place(long start, long bytes, long count, long endsAt) {}

  private List<Part> records() throws IOException {
    Place place = place();
    if (place.bytes > LARGEST_DIRECTORY || place.start < 0 || place.bytes < 0) {
      throw new Broken("the central directory has an impossible size");
    }
    if (place.start + place.bytes != place.endsAt) {
      throw new Broken("the central directory does not end where the file's end says");
    }
    ByteBuffer directory = Bytes.at(file, place.start, (int) place.bytes);
    List<Part> records = new ArrayList<>();
    while (directory.remaining() >= CENTRAL_BYTES) {
      records.add(record(directory, place.start));
    }
    if (directory.hasRemaining() || records.size() != place.count) {
      throw new Broken("the central directory does not hold the records it counts");
    }
    return records;
  }

  private Place place() throws IOException {
    long at = end().orElseThrow(() -> new Broken("no central directory at the end"));
    ByteBuffer end = Bytes.at(file, at, END_BYTES);
    long count = end.getShort(10) & 0xffff;
    long bytes = end.getInt(12) & ELSEWHERE;
    long start = end.getInt(16) & ELSEWHERE;
    if (at < LOCATOR_BYTES + END_64_BYTES) {
      return new Place(start, bytes, count, at);
    }
    ByteBuffer locator = Bytes.at(file, at - LOCATOR_BYTES, LOCATOR_BYTES);
    if (locator.getInt(0) != LOCATOR_64) {
      return new Place(start, bytes, count, at);
    }
    long at64 = locator.getLong(8);
    if (at64 < 0 || at64 > at - LOCATOR_BYTES - END_64_BYTES) {
      throw new Broken("the zip64 end record lies outside the file");
    }
    ByteBuffer end64 = Bytes.at(file, at64, END_64_BYTES);
    if (end64.getInt(0) != END_64) {
      throw new Broken("no zip64 end record where the locator says");
    }
    return new Place(end64.getLong(48), end64.getLong(40), end64.getLong(32), at64);
  }

  /** Where the end record stands: the last one whose comment reaches exactly to the file's end. */
  private Optional<Long> end() throws IOException {
    int span = (int) Math.min(size, END_BYTES + LONGEST_COMMENT);
    ByteBuffer tail = Bytes.at(file, size - span, span);
    for (int i = span - END_BYTES; i >= 0; i--) {
      if (tail.getInt(i) == END && (tail.getShort(i + 20) & 0xffff) == span - END_BYTES - i) {
        return Optional.of(size - span + i);
      }
    }
    return Optional.empty();
  }

  private Part record(ByteBuffer directory, long directoryStart) throws IOException {
    int at = directory.position();
    if (directory.getInt(at) != CENTRAL) {
      throw new Broken("the central directory holds something that is no record");
    }
    int nameLength = directory.getShort(at + 28) & 0xffff;
    int extraLength = directory.getShort(at + 30) & 0xffff;
    int commentLength = directory.getShort(at + 32) & 0xffff;
    int whole = CENTRAL_BYTES + nameLength + extraLength + commentLength;
    if (directory.remaining() < whole) {
      throw new Broken("the central directory is cut");
    }
    byte[] name = new byte[nameLength];
    directory.get(at + CENTRAL_BYTES, name);
    ByteBuffer extra =
        directory.slice(at + CENTRAL_BYTES + nameLength, extraLength).order(directory.order());
    Wide wide = new Wide(extra);
    long bytes = wide.value(directory.getInt(at + 24));
    long packed = wide.value(directory.getInt(at + 20));
    long local = wide.value(directory.getInt(at + 42));
    boolean stored = directory.getShort(at + 10) == 0;
    directory.position(at + whole);
    long data = data(local, name, directoryStart);
    if (packed < 0 || data + packed > directoryStart) {
      throw new Broken("the record " + text(name) + " reaches beyond the data");
    }
    return new Part(text(name), stored, packed, bytes, data);
  }

  /** Where the record's bytes begin, by its own header, which must repeat the name. */
  private long data(long local, byte[] name, long directoryStart) throws IOException {
    if (local < 0 || local > directoryStart - LOCAL_BYTES - name.length) {
      throw new Broken("the record " + text(name) + " lies outside the data");
    }
    ByteBuffer header = Bytes.at(file, local, LOCAL_BYTES + name.length);
    byte[] repeated = new byte[name.length];
    header.get(LOCAL_BYTES, repeated);
    if (header.getInt(0) != LOCAL || !java.util.Arrays.equals(name, repeated)) {
      throw new Broken("the record " + text(name) + " does not stand where the directory says");
    }
    return local + LOCAL_BYTES + name.length + (header.getShort(28) & 0xffff);
  }

  private static String text(byte[] name) {
    return new String(name, StandardCharsets.UTF_8);
  }

  /** The zip64 extra field: 64-bit values for those that did not fit, in a fixed order. */
  private static final class Wide {
    private static final int ID = 1;
    private final ByteBuffer values;

    Wide(ByteBuffer extra) {
      ByteBuffer found = ByteBuffer.allocate(0);
      int at = 0;
      while (at + 4 <= extra.limit()) {
        int id = extra.getShort(at) & 0xffff;
        int length = Math.min(extra.getShort(at + 2) & 0xffff, extra.limit() - at - 4);
        if (id == ID) {
          found = extra.slice(at + 4, length).order(extra.order());
          break;
        }
        at += 4 + length;
      }
      values = found;
    }

    long value(int narrow) throws Broken {
      long value = narrow & ELSEWHERE;
      if (value != ELSEWHERE) {
        return value;
      }
      if (values.remaining() < Long.BYTES) {
        throw new Broken("a zip64 value is missing");
      }
      return values.getLong();
    }
  }
}
