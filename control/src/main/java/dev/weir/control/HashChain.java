package dev.weir.control;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Each link hashes the one before it, so that no turn can be changed or left out unnoticed. */
public final class HashChain {
  /** The link before the first turn. */
  public static final Journal.Link START = new Journal.Link(0, "0".repeat(64));

  private HashChain() {}

  /**
   * @param encoded the turn in canonical encoding
   */
  public static Journal.Link next(Journal.Link former, byte[] encoded) {
    MessageDigest digest = sha256();
    digest.update(HexFormat.of().parseHex(former.hash()));
    digest.update(encoded);
    return new Journal.Link(former.sequence() + 1, HexFormat.of().formatHex(digest.digest()));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
