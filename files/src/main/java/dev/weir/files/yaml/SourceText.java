package dev.weir.files.yaml;

import dev.weir.files.InvalidDocument;
import dev.weir.model.problem.Nearest;
import dev.weir.model.problem.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The text of a document.
 *
 * @param name how people are told which document is meant; usually the path as they gave it
 * @param text decoded, without a byte order mark
 */
public record SourceText(String name, String text) {

  /**
   * Reads a file of at most {@code maxBytes} bytes of UTF-8.
   *
   * @throws InvalidDocument the file is missing, a directory, unreadable, too large or not UTF-8
   */
  public static SourceText read(Path path, long maxBytes) {
    String name = path.toString();
    if (Files.isDirectory(path)) {
      throw refused(Problem.ofFile(name, "is a directory").expecting("a file"));
    }
    try (InputStream in = Files.newInputStream(path)) {
      return read(name, in, maxBytes);
    } catch (NoSuchFileException missing) {
      throw refused(Problem.ofFile(name, "no such file").nearest(neighbour(path)));
    } catch (AccessDeniedException denied) {
      throw refused(Problem.ofFile(name, "may not be read by this user"));
    } catch (IOException failed) {
      throw refused(
          Problem.ofFile(name, "cannot be read").got(String.valueOf(failed.getMessage())));
    }
  }

  /**
   * Reads a stream, such as standard input, to its end.
   *
   * @throws InvalidDocument too large or not UTF-8
   * @throws IOException the stream broke
   */
  public static SourceText read(String name, InputStream in, long maxBytes) throws IOException {
    byte[] bytes = in.readNBytes((int) Math.min(Integer.MAX_VALUE - 8L, maxBytes + 1));
    if (bytes.length > maxBytes) {
      throw refused(
          Problem.ofFile(name, "is too large").expecting("at most " + maxBytes + " bytes"));
    }
    return new SourceText(name, decode(name, bytes));
  }

  private static String decode(String name, byte[] bytes) {
    if (startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF)) {
      throw refused(
          Problem.at(name, 1, 1, "", "the text is encoded as UTF-16 or UTF-32").expecting("UTF-8"));
    }
    int start = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    ByteBuffer in = ByteBuffer.wrap(bytes, start, bytes.length - start);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(in)
          .toString();
    } catch (CharacterCodingException notText) {
      // The decoder stops in front of the bad bytes, so the buffer tells where they are.
      Place place = placeOf(bytes, start, in.position());
      throw refused(
          Problem.at(name, place.line(), place.column(), "", "the text is not UTF-8")
              .expecting("UTF-8")
              .got("byte 0x%02X".formatted(bytes[in.position()])));
    }
  }

  private static Place placeOf(byte[] bytes, int start, int end) {
    String before = new String(bytes, start, end - start, StandardCharsets.UTF_8);
    int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
    String lastLine = before.substring(before.lastIndexOf('\n') + 1);
    return new Place(line, 1 + lastLine.codePointCount(0, lastLine.length()));
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    if (bytes.length < prefix.length) {
      return false;
    }
    for (int i = 0; i < prefix.length; i++) {
      if ((bytes[i] & 0xFF) != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  /** The file beside the missing one whose name is nearest. */
  private static Optional<String> neighbour(Path path) {
    Path folder = Optional.ofNullable(path.getParent()).orElse(Path.of(""));
    Path name = path.getFileName();
    if (name == null || !Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> beside = Files.list(folder)) {
      var names = beside.map(p -> p.getFileName().toString()).sorted().toList();
      return Nearest.to(name.toString(), names).map(found -> folder.resolve(found).toString());
    } catch (IOException unreadableFolder) {
      return Optional.empty(); // only the guess is lost; the missing file is reported all the same
    }
  }

  private static InvalidDocument refused(Problem problem) {
    return new InvalidDocument(problem);
  }
}
