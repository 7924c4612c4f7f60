package dev.weir.server.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.files.yaml.YamlWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/** A document as text. */
public final class DocumentText {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private DocumentText() {}

  public static JsonNode json(Map<String, Object> document) {
    return JSON.valueToTree(document);
  }

  public static String yaml(Map<String, Object> document) {
    return YamlWriter.write(document);
  }

  /** What an ETag says of a document: other text, other tag. */
  public static String tag(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
