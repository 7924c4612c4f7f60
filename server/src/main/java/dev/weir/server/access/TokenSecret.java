package dev.weir.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The secret of a token: {@code weir_NAME_RANDOM}. It carries 256 random bits, so that one salted
 * SHA-256 is as good as a slow hash would be for a password.
 */
final class TokenSecret {
  private static final String PREFIX = "weir_";
  private static final SecureRandom RANDOM = new SecureRandom();

  private TokenSecret() {}

  static String fresh(String name) {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return PREFIX + name + "_" + HexFormat.of().formatHex(bytes);
  }

  static String salt() {
    byte[] bytes = new byte[16];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** The name that a secret carries; empty when it has not this form. */
  static Optional<String> nameIn(String secret) {
    int end = secret.lastIndexOf('_');
    return secret.startsWith(PREFIX) && end > PREFIX.length()
        ? Optional.of(secret.substring(PREFIX.length(), end))
        : Optional.empty();
  }

  static String hash(String salt, String secret) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt.getBytes(StandardCharsets.UTF_8));
      byte[] hash = digest.digest(secret.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** In a time that does not tell where they differ. */
  static boolean same(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
