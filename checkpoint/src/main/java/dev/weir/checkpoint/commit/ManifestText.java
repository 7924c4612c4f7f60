package dev.weir.checkpoint.commit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A manifest as JSON, version 1. */
final class ManifestText {
  static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A file that is no manifest of a version that is known here. */
  static final class Unreadable extends IOException {
    private static final long serialVersionUID = 1;

    Unreadable(String reason) {
      super(reason);
    }
  }

  private ManifestText() {}

  static byte[] write(Manifest manifest) throws JsonProcessingException {
    ObjectNode json = JSON.createObjectNode();
    json.put("version", VERSION);
    json.put("sequence", manifest.sequence());
    json.put("job", manifest.job());
    manifest.step().ifPresent(step -> json.put("step", step));
    manifest.world().ifPresent(world -> json.put("world", world));
    json.put("framework", manifest.framework());
    json.put("root", manifest.root().toString());
    json.put("name", manifest.name());
    json.put("kept", manifest.kept());
    json.put("completeAt", manifest.completeAt().toString());
    json.put("committedAt", manifest.committedAt().toString());
    ArrayNode files = json.putArray("files");
    for (Manifest.StoredFile file : manifest.files()) {
      files
          .addObject()
          .put("name", file.name())
          .put("bytes", file.bytes())
          .put("modified", file.modified().toString())
          .put("sha256", file.sha256());
    }
    json.put("verified", true);
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(json);
  }

  static Manifest read(byte[] text) throws IOException {
    try {
      JsonNode json = JSON.readTree(text);
      if (json == null || json.path("version").asInt(0) != VERSION) {
        throw new Unreadable("is no manifest of version " + VERSION);
      }
      if (!json.path("verified").asBoolean(false)) {
        throw new Unreadable("was never verified");
      }
      return manifest(json);
    } catch (JsonProcessingException | DateTimeException | IllegalArgumentException e) {
      throw new Unreadable("is no manifest: " + e.getMessage());
    }
  }

  private static Manifest manifest(JsonNode json) throws Unreadable {
    List<Manifest.StoredFile> files = new ArrayList<>();
    for (JsonNode file : json.path("files")) {
      files.add(
          new Manifest.StoredFile(
              text(file, "name"),
              file.path("bytes").asLong(),
              Instant.parse(text(file, "modified")),
              text(file, "sha256")));
    }
    if (files.isEmpty()) {
      throw new Unreadable("lists no files");
    }
    return new Manifest(
        json.path("sequence").asLong(),
        text(json, "job"),
        json.has("step") ? OptionalLong.of(json.get("step").asLong()) : OptionalLong.empty(),
        json.has("world") ? OptionalInt.of(json.get("world").asInt()) : OptionalInt.empty(),
        text(json, "framework"),
        Path.of(text(json, "root")),
        text(json, "name"),
        json.path("kept").asBoolean(),
        Instant.parse(text(json, "completeAt")),
        Instant.parse(text(json, "committedAt")),
        files);
  }

  private static String text(JsonNode json, String field) throws Unreadable {
    String text = json.path(field).asText("");
    if (text.isEmpty()) {
      throw new Unreadable("lacks " + field);
    }
    return text;
  }
}
