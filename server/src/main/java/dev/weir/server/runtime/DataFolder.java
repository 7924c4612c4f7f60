package dev.weir.server.runtime;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Where one server keeps what is its own. */
public record DataFolder(Path path) {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      permissions("rw-------");

  /**
   * Databases, whose further files (-wal, -shm) get the permissions of the first; the log; and
   * locks, which whoever can read them can hold.
   */
  private static final List<String> CLOSED =
      List.of("weir.db", "telemetry.db", "server.log", "weir.lock", "up.lock");

  /** Makes it when it is missing. */
  public static DataFolder open(Path path) throws IOException {
    Path folder = path.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      // Where tenants are users of their own they pass through to their files, and list nothing.
      boolean root = "root".equals(System.getProperty("user.name"));
      Files.createDirectories(folder, permissions(root ? "rwx--x--x" : "rwx------"));
    }
    for (String name : CLOSED) {
      close(folder.resolve(name));
    }
    return new DataFolder(folder);
  }

  /** Before anything stands in it, so that nobody has it open already. */
  private static void close(Path file) throws IOException {
    try {
      Files.createFile(file, OWNER_ONLY);
    } catch (FileAlreadyExistsException _) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  public Path tokenFile() {
    return path.resolve("token");
  }

  /** Where the local world keeps its folders. */
  public Path local() {
    return path.resolve("local");
  }

  public Path simulations() {
    return path.resolve("simulations");
  }

  /** The token with all rights, made at the first start and read by its owner alone. */
  public String token() throws IOException {
    byte[] secret = new byte[32];
    new SecureRandom().nextBytes(secret);
    return kept(tokenFile(), Base64.getUrlEncoder().withoutPadding().encodeToString(secret));
  }

  /** Who the server of this folder is, made at the first start. */
  public String serverId() throws IOException {
    return kept(path.resolve("server-id"), UUID.randomUUID().toString());
  }

  /** What the file holds; the proposal, once it is written, when there is none. */
  private static String kept(Path file, String proposal) throws IOException {
    try {
      Files.createFile(file, OWNER_ONLY);
      Files.writeString(file, proposal + "\n", StandardOpenOption.SYNC);
      return proposal;
    } catch (FileAlreadyExistsException _) {
      String held = Files.readString(file).strip();
      if (held.isEmpty()) { // a start that died in between
        Files.writeString(file, proposal + "\n", StandardOpenOption.SYNC);
        return proposal;
      }
      return held;
    }
  }
}
