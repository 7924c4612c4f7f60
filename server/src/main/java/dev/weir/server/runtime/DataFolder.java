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
import java.util.Set;
import java.util.UUID;

/** Where one server keeps what is its own. */
public record DataFolder(Path path) {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  /** Makes it when it is missing. */
  public static DataFolder open(Path path) throws IOException {
    Path folder = path.toAbsolutePath().normalize();
    Files.createDirectories(folder);
    return new DataFolder(folder);
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
