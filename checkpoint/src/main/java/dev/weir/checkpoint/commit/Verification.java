package dev.weir.checkpoint.commit;

import dev.weir.checkpoint.commit.Manifest.StoredFile;
import dev.weir.checkpoint.detect.Candidate;
import dev.weir.checkpoint.format.FileStructure;
import dev.weir.checkpoint.format.Structure;
import dev.weir.checkpoint.look.Entry;
import dev.weir.checkpoint.look.Folder;
import dev.weir.checkpoint.look.Look;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Hashes a checkpoint that a detector called complete, and keeps a copy where the next save would
 * overwrite it. Whatever differs from the look that the detector judged ends it: then a later look
 * decides.
 */
final class Verification {
  private static final int PIECE = 1 << 20;

  /** The checkpoint is not any more what the detector saw. */
  static final class Changed extends Exception {
    private static final long serialVersionUID = 1;

    Changed(String reason) {
      super(reason);
    }
  }

  private final Folder folder;
  private final Look look;

  Verification(Folder folder, Look look) {
    this.folder = folder;
    this.look = look;
  }

  /** Makes the files durable where they stand, and hashes them. */
  List<StoredFile> hash(Candidate candidate) throws IOException, Changed {
    List<StoredFile> files = new ArrayList<>();
    for (String name : candidate.files()) {
      Entry seen = seen(name);
      try (FileChannel file = folder.open(name)) {
        file.force(true);
        files.add(new StoredFile(name, seen.bytes(), seen.modified(), sha256(file, seen.bytes())));
      } catch (NoSuchFileException gone) {
        throw new Changed(name + " vanished");
      }
    }
    unchanged(candidate);
    return files;
  }

  /** Copies the files to {@code target}, then checks and hashes the copy, which stands still. */
  List<StoredFile> copy(Candidate candidate, Path target) throws IOException, Changed {
    for (String name : candidate.files()) {
      Path copy = target.resolve(name);
      Files.createDirectories(copy.getParent());
      try (FileChannel from = folder.open(name)) {
        copy(from, copy, seen(name).bytes());
      } catch (NoSuchFileException gone) {
        throw new Changed(name + " vanished");
      }
    }
    unchanged(candidate);
    List<StoredFile> files = new ArrayList<>();
    for (String name : candidate.files()) {
      Entry seen = seen(name);
      Path copy = target.resolve(name);
      try (FileChannel file = FileChannel.open(copy, StandardOpenOption.READ)) {
        if (FileStructure.of(name, file) instanceof Structure.Torn torn) {
          throw new Changed(name + " " + torn.reason());
        }
        Files.setLastModifiedTime(copy, java.nio.file.attribute.FileTime.from(seen.modified()));
        files.add(new StoredFile(name, seen.bytes(), seen.modified(), sha256(file, seen.bytes())));
      }
    }
    return files;
  }

  /** A reflink where the file system has them: transferTo asks the kernel to copy the range. */
  private static void copy(FileChannel from, Path to, long bytes) throws IOException, Changed {
    try (FileChannel out =
        FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      long done = 0;
      while (done < bytes) {
        long moved = from.transferTo(done, bytes - done, out);
        if (moved <= 0) {
          throw new Changed(to.getFileName() + " became shorter while it was copied");
        }
        done += moved;
      }
      out.force(true);
    }
  }

  private Entry seen(String name) throws Changed {
    return look.entry(name).orElseThrow(() -> new Changed(name + " was not in the listing"));
  }

  private void unchanged(Candidate candidate) throws IOException, Changed {
    for (String name : candidate.files()) {
      try {
        if (!folder.stat(name).equals(seen(name))) {
          throw new Changed(name + " changed while it was read");
        }
      } catch (NoSuchFileException gone) {
        throw new Changed(name + " vanished");
      }
    }
  }

  /**
   * The hash of exactly {@code bytes} bytes.
   *
   * @throws Changed the file is longer or shorter
   */
  static String sha256(FileChannel file, long bytes) throws IOException, Changed {
    MessageDigest digest = digest();
    ByteBuffer piece = ByteBuffer.allocateDirect(Math.clamp(bytes, 1, PIECE));
    long at = 0;
    for (int read = file.read(piece, at); read >= 0; read = file.read(piece.clear(), at)) {
      digest.update(piece.flip());
      at += read;
    }
    if (at != bytes) {
      throw new Changed("has %d bytes, expected were %d".formatted(at, bytes));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
