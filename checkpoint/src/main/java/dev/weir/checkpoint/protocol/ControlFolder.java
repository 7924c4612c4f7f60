package dev.weir.checkpoint.protocol;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.weir.checkpoint.look.Folder;
import dev.weir.checkpoint.look.RefusedName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The folder of one task of one start, {@code WEIR_RUN_DIR}, seen from the driver's side. The
 * driver makes a new one for each start, so nothing in it is left from an earlier one.
 */
public final class ControlFolder {
  /** Version of the files; other ones are garbled. */
  public static final int VERSION = 1;

  /** Written by the driver. */
  public static final String REQUEST = "checkpoint-request.json";

  /** Written by the job as the answer. */
  public static final String DONE = "checkpoint-done.json";

  /** Written by the job at most once per second. */
  public static final String PROGRESS = "progress.json";

  /** Written by the job once SIGUSR2 will not end it any more. */
  public static final String HANDLES_USR2 = "handles-usr2";

  /** Nothing that a job writes here is longer; what is longer is not read. */
  static final int LONGEST = 64 << 10;

  private static final int LONGEST_PATH = 4096;
  private static final int LONGEST_PHASE = 64;
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Path path;

  /**
   * @param path an existing folder
   */
  public ControlFolder(Path path) {
    this.path = path;
  }

  /** The folder. */
  public Path path() {
    return path;
  }

  /** Puts the request where the job looks for it, in one step. */
  public void request(CheckpointRequest request) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    json.put("version", VERSION);
    json.put("deadlineEpochMs", request.deadline().toEpochMilli());
    json.put("minStep", request.minStep());
    Path temporary = path.resolve("." + REQUEST + ".tmp");
    Files.deleteIfExists(temporary);
    // CREATE_NEW: whatever the job puts there meanwhile, a link included, is not written through.
    try (FileChannel out =
        FileChannel.open(
            temporary,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer rest = ByteBuffer.wrap(JSON.writeValueAsBytes(json));
      while (rest.hasRemaining()) {
        out.write(rest);
      }
    }
    Files.move(
        temporary,
        path.resolve(REQUEST),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Takes the request back. */
  public void withdraw() throws IOException {
    Files.deleteIfExists(path.resolve(REQUEST));
  }

  /** Whether the job has said that SIGUSR2 will not end it. */
  public boolean handlesUsr2() {
    return Files.isRegularFile(path.resolve(HANDLES_USR2), LinkOption.NOFOLLOW_LINKS);
  }

  /** The request that stands, as the job sees it. */
  public Reading<CheckpointRequest> request() throws IOException {
    return read(
        REQUEST,
        json ->
            new CheckpointRequest(
                Instant.ofEpochMilli(whole(json, "deadlineEpochMs")), whole(json, "minStep")));
  }

  /** What the job has answered. */
  public Reading<CheckpointDone> done() throws IOException {
    return read(
        DONE, json -> new CheckpointDone(whole(json, "step"), text(json, "path", LONGEST_PATH)));
  }

  /** How far the job says it is. */
  public Reading<Progress> progress() throws IOException {
    return read(
        PROGRESS,
        json ->
            new Progress(
                whole(json, "step"),
                given(json, "of") ? OptionalLong.of(whole(json, "of")) : OptionalLong.empty(),
                given(json, "samplesPerSecond")
                    ? OptionalDouble.of(rate(json, "samplesPerSecond"))
                    : OptionalDouble.empty(),
                given(json, "phase")
                    ? Optional.of(text(json, "phase", LONGEST_PHASE))
                    : Optional.empty(),
                given(json, "at") ? Optional.of(moment(json, "at")) : Optional.empty()));
  }

  private interface Parser<T> {
    T parse(JsonNode json) throws Unfit;
  }

  private static final class Unfit extends Exception {
    private static final long serialVersionUID = 1;

    Unfit(String reason) {
      super(reason);
    }
  }

  private <T> Reading<T> read(String name, Parser<T> parser) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(LONGEST + 1);
    try (FileChannel file = Folder.of(path).open(name)) {
      while (text.hasRemaining() && file.read(text) >= 0) {
        // until it ends, or is too long
      }
    } catch (NoSuchFileException absent) {
      return new Reading.Absent<>();
    } catch (RefusedName refused) {
      return new Reading.Garbled<>(String.valueOf(refused.getMessage()));
    } catch (FileSystemException unreadable) {
      return new Reading.Garbled<>(name + " cannot be read: " + unreadable.getMessage());
    }
    if (!text.hasRemaining()) {
      return new Reading.Garbled<>(name + " is longer than " + LONGEST + " bytes");
    }
    try {
      JsonNode json = JSON.readTree(text.array(), 0, text.position());
      if (json == null || !json.isObject()) {
        return new Reading.Garbled<>(name + " is no JSON object");
      }
      if (whole(json, "version") != VERSION) {
        return new Reading.Garbled<>(name + " is not of version " + VERSION);
      }
      return new Reading.Present<>(parser.parse(json));
    } catch (JsonProcessingException broken) {
      return new Reading.Garbled<>(name + " is no JSON: " + broken.getOriginalMessage());
    } catch (Unfit unfit) {
      return new Reading.Garbled<>(name + ": " + unfit.getMessage());
    }
  }

  private static boolean given(JsonNode json, String field) {
    return json.hasNonNull(field);
  }

  private static long whole(JsonNode json, String field) throws Unfit {
    JsonNode value = json.path(field);
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.asLong() < 0) {
      throw new Unfit(field + " is no whole number from 0 on");
    }
    return value.asLong();
  }

  private static double rate(JsonNode json, String field) throws Unfit {
    double value = json.path(field).asDouble(Double.NaN);
    if (!json.path(field).isNumber() || !Double.isFinite(value) || value < 0) {
      throw new Unfit(field + " is no number from 0 on");
    }
    return value;
  }

  private static String text(JsonNode json, String field, int longest) throws Unfit {
    String text = json.path(field).asText("");
    boolean fit =
        json.path(field).isTextual()
            && !text.isEmpty()
            && text.length() <= longest
            && text.chars().noneMatch(Character::isISOControl);
    if (!fit) {
      throw new Unfit(field + " is no text of 1 to " + longest + " characters");
    }
    return text;
  }

  private static Instant moment(JsonNode json, String field) throws Unfit {
    try {
      return Instant.parse(json.path(field).asText(""));
    } catch (DateTimeException e) {
      throw new Unfit(field + " is no time such as 2026-03-01T08:00:00Z");
    }
  }
}
