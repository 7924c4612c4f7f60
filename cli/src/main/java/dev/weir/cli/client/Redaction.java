package dev.weir.cli.client;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Blacks out what looks like a secret.
 *
 * @param secret one that is known, wherever it stands
 */
record Redaction(Optional<String> secret) {
  private static final String BLACK = "[redacted]";

  private static final Pattern BEARER = Pattern.compile("(?i)(bearer\\s+)[A-Za-z0-9._~+/=-]{8,}");
  private static final Pattern NAMED =
      Pattern.compile(
          "(?i)([A-Za-z0-9_.-]*(?:token|secret|passw(?:or)?d|passphrase|credential|api[_-]?key|access[_-]?key"
              + "|private[_-]?key|client[_-]?secret)[A-Za-z0-9_.-]*\"?\\s*[=:]\\s*)(\"[^\"]*\"|[^\\s,;&\"]+)");
  private static final Pattern IN_URL = Pattern.compile("(://[^/\\s:@]+:)[^@\\s/]+(@)");
  private static final Pattern KEY_BLOCK =
      Pattern.compile("(?s)-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----");

  /** The text without them. */
  String of(String text) {
    String clean =
        secret.filter(s -> s.length() >= 8).map(s -> text.replace(s, BLACK)).orElse(text);
    clean = KEY_BLOCK.matcher(clean).replaceAll(BLACK);
    clean = BEARER.matcher(clean).replaceAll("$1" + BLACK);
    clean = IN_URL.matcher(clean).replaceAll("$1" + BLACK + "$2");
    return NAMED.matcher(clean).replaceAll("$1" + BLACK);
  }
}
