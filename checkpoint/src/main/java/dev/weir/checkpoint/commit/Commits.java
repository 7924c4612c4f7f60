package dev.weir.checkpoint.commit;

import dev.weir.checkpoint.commit.Manifest.StoredFile;
import dev.weir.checkpoint.detect.Candidate;
import dev.weir.checkpoint.detect.Completeness;
import dev.weir.checkpoint.look.Entry;
import dev.weir.checkpoint.look.Folder;
import dev.weir.checkpoint.look.Look;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The verified checkpoints of one job, in a folder of ours: {@code NNNNNNNN.json} is a manifest,
 * {@code NNNNNNNN} the copy that belongs to it, where one is kept. A manifest appears by rename
 * after everything that it names is on the disk, and nothing older is deleted before that. One
 * process writes at a time.
 */
public final class Commits {
  private static final Pattern MANIFEST = Pattern.compile("(\\d{8,18})\\.json");
  private static final Pattern COPY = Pattern.compile("(\\d{8,18})");
  private static final String DISCREDITED = ".discredited";

  /** A driver lets others in where a job must read what it resumes from. */
  private static final FileAttribute<Set<PosixFilePermission>> OWNERS =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private static final long LARGEST_MANIFEST = 64 << 20;

  private final Path home;
  private final NavigableMap<Long, Manifest> manifests = new TreeMap<>();
  private final NavigableMap<Long, Manifest> discredited = new TreeMap<>();
  private long last;

  private Commits(Path home) {
    this.home = home;
  }

  /** What became of an attempt to commit. */
  public sealed interface Outcome {

    /** The checkpoint is verified and recorded. */
    record Committed(Manifest manifest) implements Outcome {}

    /** It changed while it was read; a later look decides. */
    record Discarded(String reason) implements Outcome {}
  }

  /**
   * Opens or makes the folder, and removes what an interrupted commit left behind. A manifest that
   * cannot be read is left alone and not used.
   */
  public static Commits open(Path home) throws IOException {
    Files.createDirectories(home, OWNERS);
    var commits = new Commits(home.toRealPath());
    commits.load();
    return commits;
  }

  private void load() throws IOException {
    NavigableMap<Long, Path> copies = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(home)) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        Matcher manifest = MANIFEST.matcher(name.replace(DISCREDITED, ""));
        Matcher copy = COPY.matcher(name);
        if (name.endsWith(".tmp")) {
          Durable.deleteTree(entry);
        } else if (manifest.matches()) {
          long sequence = Long.parseLong(manifest.group(1));
          last = Math.max(last, sequence);
          read(entry, sequence, name.endsWith(DISCREDITED) ? discredited : manifests);
        } else if (copy.matches()) {
          copies.put(Long.valueOf(copy.group(1)), entry);
        }
      }
    }
    for (var copy : copies.entrySet()) {
      last = Math.max(last, copy.getKey());
      if (!Files.exists(manifestFile(copy.getKey()))) {
        Durable.deleteTree(copy.getValue());
      }
    }
  }

  private static void read(Path file, long sequence, NavigableMap<Long, Manifest> into)
      throws IOException {
    if (Files.size(file) > LARGEST_MANIFEST) {
      return;
    }
    try {
      Manifest manifest = ManifestText.read(Files.readAllBytes(file));
      if (manifest.sequence() == sequence) {
        into.put(sequence, manifest);
      }
    } catch (ManifestText.Unreadable unreadable) {
      // Of a newer version, or damaged: not ours to judge, and older ones are there to walk back
      // to.
      into.remove(sequence);
    }
  }

  private Path manifestFile(long sequence) {
    return home.resolve("%08d.json".formatted(sequence));
  }

  private Path copyFolder(long sequence) {
    return home.resolve("%08d".formatted(sequence));
  }

  /** All verified ones, the newest first. Their files may be gone by now: see {@link #usable}. */
  public List<Manifest> newestFirst() {
    return List.copyOf(manifests.descendingMap().values());
  }

  /** The newest verified one, whether or not its files are still there. */
  public Optional<Manifest> newest() {
    return Optional.ofNullable(manifests.lastEntry()).map(Map.Entry::getValue);
  }

  /**
   * The newest verified one whose files are still what they were: what to resume from. Walks back
   * past those that the job's own rotation deleted or that were damaged since.
   */
  public Optional<Manifest> newestUsable() throws IOException {
    for (Manifest manifest : newestFirst()) {
      if (usable(manifest)) {
        return Optional.of(manifest);
      }
    }
    return Optional.empty();
  }

  /** Whether all files are there; those whose size or time changed are hashed once more. */
  public boolean usable(Manifest manifest) throws IOException {
    try {
      Folder folder = Folder.of(manifest.root());
      for (StoredFile file : manifest.files()) {
        Entry entry = folder.stat(file.name());
        boolean same =
            entry.isFile()
                && entry.bytes() == file.bytes()
                && (entry.modified().equals(file.modified()) || sameContent(folder, file));
        if (!same) {
          return false;
        }
      }
      return true;
    } catch (NoSuchFileException | NotDirectoryException gone) {
      return false;
    }
  }

  /** Whether all files still have the contents that were verified: reads everything. */
  public boolean intact(Manifest manifest) throws IOException {
    if (!usable(manifest)) {
      return false;
    }
    Folder folder = Folder.of(manifest.root());
    for (StoredFile file : manifest.files()) {
      if (!sameContent(folder, file)) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameContent(Folder folder, StoredFile file) throws IOException {
    try (FileChannel channel = folder.open(file.name())) {
      return Verification.sha256(channel, file.bytes()).equals(file.sha256());
    } catch (Verification.Changed changed) {
      return false;
    }
  }

  /** Whether this very state of the checkpoint was recorded before, be it discredited since. */
  public boolean knows(Candidate candidate) {
    return Stream.concat(manifests.values().stream(), discredited.values().stream())
        .anyMatch(
            manifest ->
                manifest.name().equals(candidate.name())
                    && manifest.bytes() == candidate.bytes()
                    && candidate.completeness() instanceof Completeness.Complete(Instant at)
                    && manifest.completeAt().equals(at));
  }

  /**
   * Verifies a complete checkpoint and records it.
   *
   * @param look the look by which it was judged
   * @throws IllegalArgumentException the candidate is not complete
   * @throws IOException it cannot be read, or our folder cannot be written; nothing is recorded
   *     then
   */
  public Outcome commit(
      Folder folder, Look look, Candidate candidate, String job, OptionalInt world)
      throws IOException {
    if (!(candidate.completeness() instanceof Completeness.Complete complete)) {
      throw new IllegalArgumentException(candidate.name() + " is not complete");
    }
    long sequence = last + 1;
    Path building = home.resolve("%08d.tmp".formatted(sequence));
    try {
      var verification = new Verification(folder, look);
      Path root = folder.root();
      List<StoredFile> files;
      if (candidate.inPlace()) {
        Files.createDirectory(building, OWNERS);
        files = verification.copy(candidate, building);
        root = copyFolder(sequence);
        Durable.syncFolder(building);
        Durable.rename(building, root);
      } else {
        files = verification.hash(candidate);
      }
      Instant at = complete.at();
      var manifest =
          new Manifest(
              sequence,
              job,
              candidate.step(),
              world,
              candidate.framework(),
              root,
              candidate.name(),
              candidate.inPlace(),
              at,
              look.at(),
              files);
      Durable.write(manifestFile(sequence), ManifestText.write(manifest));
      last = sequence;
      manifests.put(sequence, manifest);
      return new Outcome.Committed(manifest);
    } catch (Verification.Changed changed) {
      return new Outcome.Discarded(String.valueOf(changed.getMessage()));
    } finally {
      Durable.deleteTree(building);
      if (last < sequence) {
        Durable.deleteTree(copyFolder(sequence));
      }
    }
  }

  /** Takes one out of the walk for good, because a job could not resume from it. */
  public void discredit(Manifest manifest) throws IOException {
    Path file = manifestFile(manifest.sequence());
    if (manifests.remove(manifest.sequence()) != null) {
      discredited.put(manifest.sequence(), manifest);
      Durable.rename(file, file.resolveSibling(file.getFileName() + DISCREDITED));
    }
  }

  /**
   * Deletes manifests and copies of ours beyond the newest {@code keep} that can still be resumed
   * from; files of the job are never touched.
   *
   * @return how many were deleted
   * @throws IllegalArgumentException {@code keep} is less than 1
   */
  public int collect(int keep) throws IOException {
    if (keep < 1) {
      throw new IllegalArgumentException("at least the newest one is kept");
    }
    int kept = 0;
    int deleted = 0;
    for (Iterator<Manifest> all = newestFirst().iterator(); all.hasNext(); ) {
      Manifest manifest = all.next();
      if (kept < keep) {
        kept += usable(manifest) ? 1 : 0;
      } else {
        // The manifest first: a copy without one is removed on the next opening.
        Files.deleteIfExists(manifestFile(manifest.sequence()));
        Durable.syncFolder(home);
        manifests.remove(manifest.sequence());
        Durable.deleteTree(copyFolder(manifest.sequence()));
        deleted++;
      }
    }
    return deleted;
  }
}
