package dev.weir.traces;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of files, for reports. */
final class Sha256 {
  private Sha256() {}

  static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every Java platform has SHA-256", missing);
    }
  }

  /** Of the bytes of a file, in hexadecimal digits. */
  static String of(Path path) throws IOException {
    MessageDigest digest = digest();
    byte[] chunk = new byte[1 << 16];
    try (InputStream in = Files.newInputStream(path)) {
      int n;
      while ((n = in.read(chunk)) > 0) {
        digest.update(chunk, 0, n);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
