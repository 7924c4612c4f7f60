package dev.weir.api.wire;

import java.util.Optional;

/**
 * Jobs to be submitted.
 *
 * @param name file name, for problems
 * @param text job documents as YAML or JSON
 * @param key the same key again gets the first answer and submits nothing
 * @param dryRun check and say what would be, and submit nothing
 */
public record SubmitRequest(String name, String text, Optional<String> key, boolean dryRun) {
  /** Without a key. */
  public static SubmitRequest of(String name, String text) {
    return new SubmitRequest(name, text, Optional.empty(), false);
  }

  /** With a key. */
  public SubmitRequest withKey(String value) {
    return new SubmitRequest(name, text, Optional.of(value), dryRun);
  }
}
