package dev.weir.store.file;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import dev.weir.control.CanonicalJson;
import dev.weir.control.HashChain;
import dev.weir.control.Journal;
import dev.weir.control.JournalFailure;
import dev.weir.control.Turn;
import dev.weir.control.TurnCodec;
import dev.weir.control.view.JobView;
import dev.weir.model.event.Event;
import dev.weir.model.policy.PolicySpec;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * An exported journal: a header line, one line per turn in order, and a last line that says how
 * many there are, so that a file that was cut off is noticed. A name that ends with {@code .zst}
 * means that the lines are compressed.
 *
 * <pre>
 * {"weirJournal":1,"policy":{...}}
 * {"hash":"&lt;64 hexadecimal digits&gt;","turn":{...}}
 * {"turns":1,"head":"&lt;hash of the last turn&gt;"}
 * </pre>
 *
 * A hash is SHA-256 over the former one (zeros before the first) and the bytes of the turn exactly
 * as they stand in the line. Turns are read one at a time.
 */
public final class JournalFile implements Journal {
  /** The layout that this version writes, and the newest that it reads. */
  public static final int FORMAT = 1;

  private static final String PACKED = ".zst";
  private static final byte[] BEFORE_HASH = ascii("{\"hash\":\"");
  private static final byte[] BEFORE_TURN = ascii("\",\"turn\":");
  private static final int HASH_DIGITS = 64;
  private static final int TURN_AT = BEFORE_HASH.length + HASH_DIGITS + BEFORE_TURN.length;

  private final Path path;
  private final Header header;

  /**
   * The first line.
   *
   * @param policy the first that was configured
   */
  public record Header(int weirJournal, Optional<PolicySpec> policy) {}

  private record Trailer(long turns, String head) {}

  private JournalFile(Path path, Header header) {
    this.path = path;
    this.header = header;
  }

  /**
   * Writes a journal to a file, verifying it on the way. The file appears when it is whole.
   *
   * @param file must not exist
   * @return the newest turn in it
   * @throws JournalFailure when the journal is damaged, or the file cannot be written
   */
  public static Link export(Journal journal, Path file) {
    if (Files.exists(file)) {
      throw new JournalFailure("%s exists already".formatted(file));
    }
    Path half = file.resolveSibling(file.getFileName() + ".part");
    boolean whole = false;
    try {
      Link head;
      try (OutputStream out = writing(half, packed(file))) {
        head = write(journal, out);
      }
      try (FileChannel channel = FileChannel.open(half, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
      whole = true;
      return head;
    } catch (IOException e) {
      throw new JournalFailure("%s cannot be written".formatted(file), e);
    } finally {
      if (!whole) {
        half.toFile().delete();
      }
    }
  }

  private static Link write(Journal journal, OutputStream out) throws IOException {
    line(out, CanonicalJson.text(new Header(FORMAT, firstPolicy(journal))));
    Lines lines = new Lines(out);
    journal.replay(lines);
    if (lines.failure != null) {
      throw lines.failure;
    }
    line(out, CanonicalJson.text(new Trailer(lines.link.sequence(), lines.link.hash())));
    return lines.link;
  }

  /** Writes each turn; what goes wrong is told afterwards, because a replay knows no I/O. */
  private static final class Lines implements Consumer<Turn> {
    private final OutputStream out;
    private Link link = HashChain.START;
    private @org.jspecify.annotations.Nullable IOException failure;

    Lines(OutputStream out) {
      this.out = out;
    }

    @Override
    public void accept(Turn turn) {
      if (failure != null) {
        return;
      }
      byte[] encoded = TurnCodec.encode(turn);
      link = HashChain.next(link, encoded);
      try {
        out.write(BEFORE_HASH);
        out.write(ascii(link.hash()));
        out.write(BEFORE_TURN);
        out.write(encoded);
        out.write('}');
        out.write('\n');
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  /** Ends the walk through a journal. */
  private static final class Found extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient PolicySpec policy;

    Found(PolicySpec policy) {
      super(null, null, false, false);
      this.policy = policy;
    }
  }

  private static Optional<PolicySpec> firstPolicy(Journal journal) {
    try {
      journal.replay(
          turn -> {
            for (Event event : turn.events()) {
              if (event instanceof Event.PolicyConfigured(PolicySpec policy)) {
                throw new Found(policy);
              }
            }
          });
      return Optional.empty();
    } catch (Found found) {
      return Optional.of(found.policy);
    }
  }

  private static void line(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.write('\n');
  }

  /**
   * Opens an exported journal; its turns are read by {@link #replay}.
   *
   * @throws JournalFailure when it is none, or one of a newer layout
   */
  public static JournalFile open(Path file) {
    try (InputStream in = reading(file)) {
      byte[] first = readLine(in);
      String text = new String(first, StandardCharsets.UTF_8);
      if (!text.startsWith("{\"weirJournal\":")) {
        throw new JournalFailure(
            "%s line 1: expected {\"weirJournal\":%d,...}: this is no exported journal"
                .formatted(file, FORMAT));
      }
      return new JournalFile(file, header(file, text));
    } catch (IOException e) {
      throw new JournalFailure("%s cannot be read".formatted(file), e);
    }
  }

  private static Header header(Path file, String text) throws IOException {
    int at = text.indexOf(':') + 1;
    int end = at;
    while (end < text.length() && Character.isDigit(text.charAt(end))) {
      end++;
    }
    // Before the rest is looked at, which a newer version may write differently.
    if (end == at || end - at > 6 || Integer.parseInt(text.substring(at, end)) > FORMAT) {
      throw new JournalFailure(
          "%s line 1: written by a newer version of Weir: layout %s, this version reads up to %d"
              .formatted(file, text.substring(at, end), FORMAT));
    }
    return CanonicalJson.read(text, Header.class);
  }

  public Header header() {
    return header;
  }

  @Override
  public void replay(Consumer<Turn> each) {
    walk(each);
  }

  /**
   * Checks every line.
   *
   * @throws JournalFailure naming the line and the turn that is damaged
   */
  public Link verify() {
    return walk(_ -> {});
  }

  private Link walk(Consumer<Turn> each) {
    Link link = HashChain.START;
    long line = 1;
    try (InputStream in = reading(path)) {
      readLine(in);
      while (true) {
        line++;
        byte[] text = readLine(in);
        if (text.length == 0) {
          throw damaged(line, "the file is cut off after turn " + link.sequence());
        }
        if (!begins(text, 0, BEFORE_HASH)) {
          return trailer(line, text, link);
        }
        byte[] encoded = turn(line, text);
        Link next = HashChain.next(link, encoded);
        String stated =
            new String(text, BEFORE_HASH.length, HASH_DIGITS, StandardCharsets.US_ASCII);
        if (!next.hash().equals(stated)) {
          throw damaged(
              line, "turn %d was changed after it was journaled".formatted(next.sequence()));
        }
        link = next;
        each.accept(decode(line, link, encoded));
      }
    } catch (IOException e) {
      throw new JournalFailure("%s line %d cannot be read".formatted(path, line), e);
    }
  }

  private Turn decode(long line, Link link, byte[] encoded) {
    try {
      Turn turn = TurnCodec.decode(encoded);
      if (turn.sequence() != link.sequence()) {
        throw damaged(
            line,
            "turn %d stands where turn %d belongs".formatted(turn.sequence(), link.sequence()));
      }
      return turn;
    } catch (JournalFailure e) {
      throw new JournalFailure(
          "%s line %d: turn %d cannot be read".formatted(path, line, link.sequence()), e);
    }
  }

  private byte[] turn(long line, byte[] text) {
    if (text.length < TURN_AT + 2
        || !begins(text, BEFORE_HASH.length + HASH_DIGITS, BEFORE_TURN)
        || text[text.length - 1] != '}') {
      throw damaged(line, "expected {\"hash\":\"...\",\"turn\":{...}}");
    }
    return java.util.Arrays.copyOfRange(text, TURN_AT, text.length - 1);
  }

  private Link trailer(long line, byte[] text, Link link) {
    Trailer trailer;
    try {
      trailer = CanonicalJson.read(new String(text, StandardCharsets.UTF_8), Trailer.class);
    } catch (IOException e) {
      throw new JournalFailure(
          "%s line %d: expected a turn, or the last line with their number".formatted(path, line),
          e);
    }
    if (trailer.turns != link.sequence() || !link.hash().equals(trailer.head)) {
      throw damaged(
          line,
          "the last line says that turn %d is the last, but turn %d is"
              .formatted(trailer.turns, link.sequence()));
    }
    return link;
  }

  private JournalFailure damaged(long line, String what) {
    return new JournalFailure("%s line %d: %s".formatted(path, line, what));
  }

  private static boolean begins(byte[] text, int at, byte[] with) {
    return text.length >= at + with.length
        && java.util.Arrays.equals(text, at, at + with.length, with, 0, with.length);
  }

  @Override
  public Link head() {
    return verify();
  }

  @Override
  public void commit(Turn turn, Supplier<List<JobView>> changed) {
    throw new JournalFailure("%s is an exported journal and is only read".formatted(path));
  }

  private static OutputStream writing(Path file, boolean packed) throws IOException {
    OutputStream out = Files.newOutputStream(file);
    return new BufferedOutputStream(packed ? new ZstdOutputStream(out) : out, 1 << 16);
  }

  private static InputStream reading(Path file) throws IOException {
    InputStream in = Files.newInputStream(file);
    return new BufferedInputStream(packed(file) ? new ZstdInputStream(in) : in, 1 << 16);
  }

  private static boolean packed(Path file) {
    return file.toString().endsWith(PACKED);
  }

  /** Without its end; empty at the end of the file. */
  private static byte[] readLine(InputStream in) throws IOException {
    java.io.ByteArrayOutputStream line = new java.io.ByteArrayOutputStream(1024);
    int b = in.read();
    while (b >= 0 && b != '\n') {
      line.write(b);
      b = in.read();
    }
    return line.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
