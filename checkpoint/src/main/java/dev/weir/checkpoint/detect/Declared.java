package dev.weir.checkpoint.detect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.checkpoint.look.Entry;
import dev.weir.checkpoint.look.Folder;
import dev.weir.checkpoint.look.Look;
import dev.weir.checkpoint.look.RefusedName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Weir's own protocol: the job declares a checkpoint complete by renaming {@code .STEP.ready.json}
 * into place once all of its files are written. The declaration is checked: each file is there, has
 * the declared size, is whole by its format, and was not touched after the declaration.
 */
final class Declared implements Detector {
  static final String FRAMEWORK = "weir";
  private static final Pattern NAME = Pattern.compile("\\.(\\d{1,18})\\.ready\\.json");
  private static final int LONGEST = 8 << 20;
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public String framework() {
    return FRAMEWORK;
  }

  @Override
  public boolean recognises(Look look) {
    return look.entries().keySet().stream().anyMatch(name -> NAME.matcher(name).matches());
  }

  @Override
  public List<Candidate> candidates(Inspection inspection) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    for (Map.Entry<String, Entry> entry : inspection.now().entries().entrySet()) {
      Matcher name = NAME.matcher(entry.getKey());
      if (name.matches() && entry.getValue().isFile()) {
        candidates.add(candidate(inspection, entry.getKey(), Long.parseLong(name.group(1))));
      }
    }
    candidates.sort(Candidate.BY_PROGRESS);
    return List.copyOf(candidates);
  }

  /** The declaration as it was written; {@code sizes} holds -1 where none was given. */
  private record Declaration(String path, Map<String, Long> sizes) {}

  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String reason) {
      super(reason);
    }
  }

  private static Candidate candidate(Inspection inspection, String marker, long step)
      throws IOException {
    String path = marker;
    List<String> files = List.of();
    boolean inPlace = false;
    Completeness completeness;
    try {
      Declaration declaration = read(inspection, marker, step);
      path = declaration.path();
      files = List.copyOf(declaration.sizes().keySet());
      // A name that carries the step is not written again by the next save.
      inPlace = !Steps.carries(path, step);
      check(inspection, marker, declaration);
      completeness = new Completeness.Complete(inspection.now().modified(List.of(marker)));
    } catch (Refused | RefusedName refused) {
      completeness = new Completeness.Incomplete(String.valueOf(refused.getMessage()));
    }
    return new Candidate(
        FRAMEWORK,
        path,
        OptionalLong.of(step),
        files,
        inspection.now().bytes(files),
        inPlace,
        completeness);
  }

  private static Declaration read(Inspection inspection, String marker, long step)
      throws IOException, Refused {
    JsonNode json = json(inspection, marker);
    if (json.path("version").asInt(0) != VERSION || json.path("step").asLong(-1) != step) {
      throw new Refused(marker + " is not of version 1, or names another step");
    }
    Map<String, Long> sizes = new TreeMap<>();
    for (JsonNode file : json.path("files")) {
      String name = file.isTextual() ? file.asText() : file.path("name").asText("");
      Folder.parts(name);
      sizes.put(name, file.path("bytes").asLong(-1));
    }
    if (sizes.isEmpty()) {
      throw new Refused(marker + " lists no files");
    }
    String first = sizes.keySet().iterator().next();
    String path = json.path("path").asText(sizes.size() == 1 ? first : "");
    Folder.parts(path);
    return new Declaration(path, sizes);
  }

  private static JsonNode json(Inspection inspection, String marker) throws IOException, Refused {
    try (FileChannel file = inspection.folder().open(marker)) {
      if (file.size() > LONGEST) {
        throw new Refused(marker + " is larger than " + LONGEST + " bytes");
      }
      ByteBuffer text = ByteBuffer.allocate((int) file.size());
      while (text.hasRemaining() && file.read(text) >= 0) {
        // until it is full or the file ends
      }
      return Optional.ofNullable(JSON.readTree(text.array(), 0, text.position()))
          .orElseThrow(() -> new Refused(marker + " is empty"));
    } catch (JsonProcessingException e) {
      throw new Refused(marker + " is no JSON: " + e.getOriginalMessage());
    } catch (NoSuchFileException gone) {
      throw new Refused(marker + " vanished");
    }
  }

  private static void check(Inspection inspection, String marker, Declaration declaration)
      throws IOException, Refused {
    Look now = inspection.now();
    Entry declared = now.entry(marker).orElseThrow();
    for (Map.Entry<String, Long> file : declaration.sizes().entrySet()) {
      String name = file.getKey();
      Entry entry =
          now.entry(name)
              .filter(Entry::isFile)
              .orElseThrow(() -> new Refused(name + " is not there"));
      if (file.getValue() >= 0 && file.getValue() != entry.bytes()) {
        throw new Refused(
            "%s has %d bytes, declared were %d".formatted(name, entry.bytes(), file.getValue()));
      }
      if (entry.modified().isAfter(declared.modified())) {
        throw new Refused(name + " was changed after it was declared ready");
      }
      Optional<String> flaw = inspection.flaw(name);
      if (flaw.isPresent()) {
        throw new Refused(flaw.get());
      }
    }
  }
}
