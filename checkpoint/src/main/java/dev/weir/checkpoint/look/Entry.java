package dev.weir.checkpoint.look;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * One name of a look. Two equal entries of one name mean that the file was neither replaced nor
 * written to in between, as far as the file system tells.
 *
 * @param bytes size of a file; 0 for everything else
 * @param modified last change by the file system's clock, which need not be ours
 * @param identity the inode, where there is one: tells a replaced file from a changed one
 * @param link where a symbolic link points; empty for everything else
 */
public record Entry(Kind kind, long bytes, Instant modified, String identity, String link) {

  /** What stands under the name. */
  public enum Kind {
    FILE,
    FOLDER,
    LINK,
    /** A pipe, a socket, a device. */
    OTHER
  }

  static Entry of(Path path, BasicFileAttributes attributes) throws IOException {
    Kind kind = kind(attributes);
    return new Entry(
        kind,
        kind == Kind.FILE ? attributes.size() : 0,
        attributes.lastModifiedTime().toInstant(),
        String.valueOf(attributes.fileKey()),
        kind == Kind.LINK ? Files.readSymbolicLink(path).toString() : "");
  }

  private static Kind kind(BasicFileAttributes attributes) {
    if (attributes.isSymbolicLink()) {
      return Kind.LINK;
    }
    if (attributes.isRegularFile()) {
      return Kind.FILE;
    }
    return attributes.isDirectory() ? Kind.FOLDER : Kind.OTHER;
  }

  /** Whether it is a plain file. */
  public boolean isFile() {
    return kind == Kind.FILE;
  }

  /** Whether it is a folder. */
  public boolean isFolder() {
    return kind == Kind.FOLDER;
  }

  /** Whether it is a symbolic link. */
  public boolean isLink() {
    return kind == Kind.LINK;
  }
}
