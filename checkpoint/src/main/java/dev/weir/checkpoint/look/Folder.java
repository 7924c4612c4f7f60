package dev.weir.checkpoint.look;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A folder that somebody else writes, opened for reading only. Files are named relative to it, with
 * slashes. A link is followed as long as it stays inside; each part of a path is opened relative to
 * the one before and without following links, so that nothing swapped in meanwhile leads outside.
 */
public final class Folder {
  private static final int MOST_LINKS = 8;
  private static final LinkOption NOFOLLOW = LinkOption.NOFOLLOW_LINKS;
  private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, NOFOLLOW);

  private final Path root;

  private Folder(Path root) {
    this.root = root;
  }

  /**
   * The folder at {@code directory}, which may itself be reached through links.
   *
   * @throws NotDirectoryException it is something else
   */
  public static Folder of(Path directory) throws IOException {
    Path root = directory.toRealPath();
    if (!Files.isDirectory(root)) {
      throw new NotDirectoryException(root.toString());
    }
    return new Folder(root);
  }

  /** The real path of the folder. */
  public Path root() {
    return root;
  }

  /**
   * The parts of a name that may be looked up below a folder.
   *
   * @throws RefusedName it is absolute, empty, or climbs with '..'
   */
  public static List<String> parts(String name) throws RefusedName {
    if (name.isEmpty() || name.startsWith("/") || name.indexOf('\0') >= 0) {
      throw new RefusedName(name, "is not a name relative to the folder");
    }
    List<String> parts = List.of(name.split("/", -1));
    for (String part : parts) {
      if (part.isEmpty() || part.equals(".") || part.equals("..")) {
        throw new RefusedName(name, "has a part that is empty, '.' or '..'");
      }
    }
    return parts;
  }

  /**
   * The name without links that {@code name} stands for.
   *
   * @throws RefusedName a link leads out of the folder, or links go round in circles
   */
  public String follow(String name) throws IOException {
    List<String> rest = new ArrayList<>(parts(name));
    List<String> done = new ArrayList<>();
    int links = 0;
    while (!rest.isEmpty()) {
      String part = rest.removeFirst();
      Path here = below(done).resolve(part);
      if (part.equals("..")) {
        if (done.isEmpty()) {
          throw new RefusedName(name, "is a link that leads out of the folder");
        }
        done.removeLast();
      } else if (Files.isSymbolicLink(here)) {
        if (++links > MOST_LINKS) {
          throw new RefusedName(name, "goes through more than " + MOST_LINKS + " links");
        }
        rest.addAll(0, target(name, here, done));
      } else {
        done.add(part);
      }
    }
    if (done.isEmpty()) {
      throw new RefusedName(name, "is a link to the folder itself");
    }
    return String.join("/", done);
  }

  private List<String> target(String name, Path link, List<String> done) throws IOException {
    Path target = Files.readSymbolicLink(link);
    if (target.isAbsolute()) {
      if (!target.normalize().startsWith(root)) {
        throw new RefusedName(name, "is a link that leads out of the folder");
      }
      target = root.relativize(target.normalize());
      done.clear();
    }
    List<String> parts = new ArrayList<>();
    for (Path part : target) {
      String text = part.toString();
      if (!text.isEmpty() && !text.equals(".")) {
        parts.add(text);
      }
    }
    return parts;
  }

  private Path below(List<String> parts) {
    Path path = root;
    for (String part : parts) {
      path = path.resolve(part);
    }
    return path;
  }

  /**
   * Opens a plain file for reading.
   *
   * @throws RefusedName it is no plain file, or lies outside
   */
  public FileChannel open(String name) throws IOException {
    List<String> parts = parts(follow(name));
    try (DirectoryStream<Path> top = Files.newDirectoryStream(root)) {
      return open(secure(top), parts, name);
    }
  }

  private static FileChannel open(
      SecureDirectoryStream<Path> folder, List<String> parts, String name) throws IOException {
    Path part = Path.of(parts.getFirst());
    if (parts.size() > 1) {
      try (SecureDirectoryStream<Path> next = folder.newDirectoryStream(part, NOFOLLOW)) {
        return open(next, parts.subList(1, parts.size()), name);
      }
    }
    BasicFileAttributes attributes =
        folder.getFileAttributeView(part, BasicFileAttributeView.class, NOFOLLOW).readAttributes();
    // A pipe would block whoever opens it.
    if (!attributes.isRegularFile()) {
      throw new RefusedName(name, "is no plain file");
    }
    return channel(folder.newByteChannel(part, READ));
  }

  private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream)
      throws IOException {
    if (stream instanceof SecureDirectoryStream<Path> secure) {
      return secure;
    }
    throw new IOException("this file system cannot open files relative to an open folder");
  }

  private static FileChannel channel(SeekableByteChannel opened) throws IOException {
    if (opened instanceof FileChannel channel) {
      return channel;
    }
    opened.close();
    throw new IOException("this file system opens no file channels");
  }

  /** The file or folder as it stands now; a link is followed inside the folder. */
  public Entry stat(String name) throws IOException {
    Path path = below(parts(follow(name)));
    return Entry.of(path, Files.readAttributes(path, BasicFileAttributes.class, NOFOLLOW));
  }
}
