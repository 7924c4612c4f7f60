package dev.weir.traces;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/** What a file is by its first bytes; names are not believed. */
enum FileKind {
  TEXT,
  GZIP,
  PARQUET,
  /** Anything that cannot hold a table. */
  BINARY;

  private static final int LOOKED_AT = 4096;

  /** Looks into the file. */
  static FileKind of(Path path) throws IOException {
    byte[] head = head(path);
    if (startsWith(head, 'P', 'A', 'R', '1')) {
      return PARQUET;
    }
    if (startsWith(head, 0x1f, 0x8b)) {
      return GZIP;
    }
    return isBinary(head) ? BINARY : TEXT;
  }

  /** Names what a binary file probably is, for a person who picked the wrong one. */
  static Optional<String> describe(Path path) throws IOException {
    byte[] head = head(path);
    if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) {
      return Optional.of("UTF-16 text");
    }
    if (startsWith(head, 'P', 'K', 3, 4)) {
      return Optional.of("a zip archive");
    }
    return startsWith(head, 0x28, 0xb5, 0x2f, 0xfd)
        ? Optional.of("compressed with zstd")
        : Optional.empty();
  }

  /** The content, decompressed. */
  InputStream open(Path path) throws IOException {
    InputStream raw = Files.newInputStream(path);
    if (this != GZIP) {
      return raw;
    }
    try {
      return new GZIPInputStream(raw, 1 << 16);
    } catch (IOException refused) {
      raw.close();
      throw refused;
    }
  }

  private static byte[] head(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return in.readNBytes(LOOKED_AT);
    }
  }

  private static boolean startsWith(byte[] head, int... magic) {
    if (head.length < magic.length) {
      return false;
    }
    for (int i = 0; i < magic.length; i++) {
      if ((head[i] & 0xff) != magic[i]) {
        return false;
      }
    }
    return true;
  }

  /** One control byte in a hundred; a single one is the fault of its row. */
  private static boolean isBinary(byte[] head) {
    int controls = 0;
    for (byte b : head) {
      if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
        controls++;
      }
    }
    return controls * 100 > head.length;
  }
}
