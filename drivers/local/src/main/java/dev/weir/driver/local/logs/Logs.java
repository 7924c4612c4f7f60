package dev.weir.driver.local.logs;

import dev.weir.driver.local.launch.AllocationRecord;
import dev.weir.driver.local.launch.Places;
import dev.weir.driver.local.logs.LogFile.Stream;
import dev.weir.driver.local.supervise.TaskFolder;
import dev.weir.model.id.AllocationId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads logs. From any thread; nothing is kept open between two calls. */
public final class Logs {
  /** Most bytes of one part. */
  public static final int LARGEST_PART = 1 << 20;

  private static final long POLL_MS = 50;

  private final Places places;

  /**
   * @param local the driver's folder
   */
  public Logs(Path local) {
    this.places = new Places(local);
  }

  /**
   * The logs of one start, by role, task and stream; none when it never began or was removed.
   *
   * @throws IOException its record cannot be read
   */
  public List<LogFile> of(AllocationId allocation, int incarnation) throws IOException {
    Path folder = places.allocation(allocation, incarnation);
    List<LogFile> logs = new ArrayList<>();
    if (!AllocationRecord.in(folder)) {
      return logs;
    }
    for (AllocationRecord.Task task : AllocationRecord.read(folder).tasks()) {
      TaskFolder own = new TaskFolder(folder.resolve(task.folder()));
      for (Stream stream : Stream.values()) {
        log(allocation, incarnation, task, own, stream).ifPresent(logs::add);
      }
    }
    return logs;
  }

  /** One log of one start. */
  public Optional<LogFile> find(
      AllocationId allocation, int incarnation, int role, int task, Stream stream)
      throws IOException {
    return of(allocation, incarnation).stream()
        .filter(l -> l.role() == role && l.task() == task && l.stream() == stream)
        .findFirst();
  }

  private static Optional<LogFile> log(
      AllocationId allocation,
      int incarnation,
      AllocationRecord.Task task,
      TaskFolder folder,
      Stream stream)
      throws IOException {
    // Before its size is taken: a task that is over by then writes nothing after it.
    boolean over = !task.started() || folder.exit().isPresent() || folder.withheld();
    Path file = folder.path().resolve(stream.file());
    try {
      BasicFileAttributes facts =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return facts.isRegularFile()
          ? Optional.of(
              new LogFile(
                  allocation,
                  incarnation,
                  task.role(),
                  task.task(),
                  stream,
                  file,
                  Math.min(LogTrim.first(file), facts.size()),
                  facts.size(),
                  facts.lastModifiedTime().toInstant(),
                  over))
          : Optional.empty();
    } catch (NoSuchFileException notThere) {
      return Optional.empty();
    }
  }

  /** The same log as it is now. */
  public LogFile again(LogFile log) throws IOException {
    return find(log.allocation(), log.incarnation(), log.role(), log.task(), log.stream())
        .orElseThrow(() -> new NoSuchFileException(log.path().toString(), null, "was removed"));
  }

  /**
   * Reads on.
   *
   * @param from offset of the first byte wanted
   * @param most bytes, at most {@link #LARGEST_PART}
   */
  public LogPart read(LogFile log, long from, int most) throws IOException {
    long start = Math.min(Math.max(from, log.first()), log.size());
    int wanted = (int) Math.min(Math.min(most, LARGEST_PART), log.size() - start);
    ByteBuffer bytes = ByteBuffer.allocate(Math.max(0, wanted));
    try (FileChannel file = open(log)) {
      while (bytes.hasRemaining() && file.read(bytes, start + bytes.position()) >= 0) {
        // until the part is full or the file is shorter than it was
      }
    }
    boolean toTheEnd = log.over() && start + bytes.position() >= log.size();
    int length = toTheEnd ? bytes.position() : wholeCharacters(bytes.array(), bytes.position());
    String text = new String(bytes.array(), 0, length, StandardCharsets.UTF_8);
    return new LogPart(start, start + length, toTheEnd, text);
  }

  /** A character that is cut at the end is left for the next part. */
  private static int wholeCharacters(byte[] text, int length) {
    int from = length - 1;
    while (from >= 0 && from > length - 4 && (text[from] & 0xC0) == 0x80) {
      from--;
    }
    if (from < 0 || (text[from] & 0x80) == 0) {
      return length;
    }
    int needed = Integer.numberOfLeadingZeros(~(text[from] << 24));
    // What is no UTF-8 at all is not waited for.
    return needed >= 2 && needed <= 4 && from + needed > length && from > 0 ? from : length;
  }

  /** Waits until there is more than {@code from}, or nothing more will come, or time is up. */
  public LogFile await(LogFile log, long from, Duration longest)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    LogFile now = again(log);
    while (now.size() <= from && !now.over() && System.nanoTime() < until) {
      Thread.sleep(POLL_MS);
      now = again(log);
    }
    return now;
  }

  /** Offset at which the last {@code lines} lines begin. */
  public long tail(LogFile log, int lines) throws IOException {
    long end = log.size();
    if (lines <= 0) {
      return end;
    }
    int left = lines;
    byte[] block = new byte[8192];
    try (FileChannel file = open(log)) {
      for (long to = end; to > log.first(); ) {
        long from = Math.max(log.first(), to - block.length);
        ByteBuffer bytes = ByteBuffer.wrap(block, 0, (int) (to - from));
        while (bytes.hasRemaining() && file.read(bytes, from + bytes.position()) >= 0) {
          // until it is full
        }
        for (int i = bytes.position() - 1; i >= 0; i--) {
          boolean closesTheLast = from + i == end - 1;
          if (block[i] == '\n' && !closesTheLast && --left <= 0) {
            return from + i + 1;
          }
        }
        to = from;
      }
    }
    return log.first();
  }

  private static FileChannel open(LogFile log) throws IOException {
    return FileChannel.open(log.path(), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
  }
}
