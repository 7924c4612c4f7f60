package dev.weir.checkpoint.look;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The listing of a folder at one moment, links not followed. Two looks tell whether something is
 * still being written.
 *
 * @param at when, by the caller's clock
 * @param entries by name relative to the folder, with slashes
 */
public record Look(Instant at, SortedMap<String, Entry> entries) {
  /** Deeper and larger than any framework's layout; a folder beyond it is refused. */
  static final int DEEPEST = 12;

  static final int MOST_ENTRIES = 200_000;

  public Look {
    entries = Collections.unmodifiableSortedMap(new TreeMap<>(entries));
  }

  /**
   * Looks at the folder now.
   *
   * @throws IOException it cannot be read, or holds more than 200,000 names
   */
  public static Look of(Folder folder, Instant at) throws IOException {
    var visitor = new Listing(folder.root());
    Files.walkFileTree(folder.root(), EnumSet.noneOf(FileVisitOption.class), DEEPEST, visitor);
    return new Look(at, visitor.entries);
  }

  /** What stands under the name. */
  public Optional<Entry> entry(String name) {
    return Optional.ofNullable(entries.get(name));
  }

  /** Whether a plain file stands under the name. */
  public boolean hasFile(String name) {
    return entry(name).filter(Entry::isFile).isPresent();
  }

  /** Whether a folder stands under the name. */
  public boolean hasFolder(String name) {
    return entry(name).filter(Entry::isFolder).isPresent();
  }

  /** Everything below the folder of that name, at any depth, by full name. */
  public SortedMap<String, Entry> below(String folder) {
    // '0' follows '/' in every character set that matters here.
    return entries.subMap(folder + "/", folder + "0");
  }

  /** The plain files below the folder of that name, at any depth. */
  public List<String> filesBelow(String folder) {
    return below(folder).entrySet().stream()
        .filter(entry -> entry.getValue().isFile())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Bytes of these files together. */
  public long bytes(Collection<String> files) {
    return files.stream().mapToLong(name -> entry(name).map(Entry::bytes).orElse(0L)).sum();
  }

  /** The latest change of these files. */
  public Instant modified(Collection<String> files) {
    return files.stream()
        .flatMap(name -> entry(name).stream())
        .map(Entry::modified)
        .max(Instant::compareTo)
        .orElse(at);
  }

  private static final class Listing extends SimpleFileVisitor<Path> {
    private final Path root;
    private final SortedMap<String, Entry> entries = new TreeMap<>();

    Listing(Path root) {
      this.root = root;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
        throws IOException {
      return directory.equals(root) ? FileVisitResult.CONTINUE : visitFile(directory, attributes);
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (entries.size() >= MOST_ENTRIES) {
        throw new IOException(root + " holds more than " + MOST_ENTRIES + " files");
      }
      try {
        entries.put(root.relativize(file).toString(), Entry.of(file, attributes));
      } catch (NoSuchFileException gone) {
        return FileVisitResult.CONTINUE; // a link that vanished between listing and reading
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      // Jobs rename and delete while they are watched, and what may not be read cannot be judged.
      boolean passing =
          failure instanceof NoSuchFileException || failure instanceof AccessDeniedException;
      if (passing && !file.equals(root)) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(
        Path directory, @org.jspecify.annotations.Nullable IOException failure) throws IOException {
      if (failure != null && !(failure instanceof NoSuchFileException)) {
        throw failure;
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
