package dev.weir.store.sql;

import dev.weir.control.JournalFailure;
import dev.weir.store.FolderInUse;
import dev.weir.store.Lease;
import dev.weir.store.StoreFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lock on a data folder. The operating system gives it up when the process ends, however it
 * ends, so there is nothing to renew and nobody to depose.
 */
final class FolderLease implements Lease {
  private static final long TOKEN = 1;

  private final Path path;
  private final RandomAccessFile file;
  private boolean held = true;

  private FolderLease(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  /**
   * @throws FolderInUse naming the process that uses the folder
   */
  static FolderLease take(Path folder, String holder) {
    Path path = folder.resolve("weir.lock");
    RandomAccessFile file = null;
    boolean taken = false;
    try {
      Files.createDirectories(folder);
      file = new RandomAccessFile(path.toFile(), "rw");
      if (!lock(file)) {
        throw new FolderInUse(
            "the data folder %s is in use by %s: stop that server, or choose another folder"
                .formatted(folder, user(path)));
      }
      file.setLength(0);
      file.write(
          "%d\n%d\n%s\n"
              .formatted(ProcessHandle.current().pid(), System.currentTimeMillis(), holder)
              .getBytes(StandardCharsets.UTF_8));
      taken = true;
      return new FolderLease(path, file);
    } catch (IOException e) {
      throw new JournalFailure("the data folder %s cannot be used".formatted(folder), e);
    } finally {
      if (!taken) {
        close(file);
      }
    }
  }

  private static boolean lock(RandomAccessFile file) throws IOException {
    try {
      FileLock lock = file.getChannel().tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // another store of this very process
    }
  }

  private static String user(Path path) throws IOException {
    List<String> lines = Files.readAllLines(path);
    return lines.size() < 3
        ? "another process"
        : "process %s (%s)".formatted(lines.get(0), lines.get(2));
  }

  private static void close(@Nullable RandomAccessFile file) {
    if (file != null) {
      try {
        file.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static long token() {
    return TOKEN;
  }

  @Override
  public synchronized boolean tryAcquire() {
    return held;
  }

  @Override
  public synchronized boolean held() {
    return held;
  }

  @Override
  public Optional<Leader> leader() {
    try {
      List<String> lines = Files.readAllLines(path);
      return lines.size() < 3 || !held()
          ? Optional.empty()
          : Optional.of(new Leader(lines.get(2), TOKEN, Long.parseLong(lines.get(1))));
    } catch (IOException e) {
      throw new StoreFailure(path + " cannot be read", e);
    }
  }

  @Override
  public synchronized void close() {
    held = false;
    close(file);
  }
}
