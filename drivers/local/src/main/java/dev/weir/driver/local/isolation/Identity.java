package dev.weir.driver.local.isolation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.OptionalInt;

/**
 * As whom a tenant's tasks run.
 *
 * @param uid number of its user and group; empty = the server's own
 * @param home its {@code HOME}
 */
public record Identity(String tenant, OptionalInt uid, Path home) {

  /** Makes a folder that is this tenant's alone. */
  public void ownFolder(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    give(folder);
  }

  /** Makes a file or folder this tenant's. */
  public void give(Path file) throws IOException {
    if (uid.isPresent()) {
      Files.setAttribute(file, "unix:uid", uid.getAsInt(), LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(file, "unix:gid", uid.getAsInt(), LinkOption.NOFOLLOW_LINKS);
    }
  }

  /** Lets this tenant read what is ours, a folder with all that is in it, and not change it. */
  public void letRead(Path folder) throws IOException {
    if (uid.isEmpty()) {
      return;
    }
    try (var files = Files.walk(folder)) {
      for (Path file : files.toList()) {
        Files.setAttribute(file, "unix:gid", uid.getAsInt(), LinkOption.NOFOLLOW_LINKS);
        if (!Files.isSymbolicLink(file)) {
          Files.setPosixFilePermissions(
              file,
              PosixFilePermissions.fromString(Files.isDirectory(file) ? "rwxr-x---" : "rw-r-----"));
        }
      }
    }
  }

  /** Words before a command that make it run as this tenant, without a way back. */
  public List<String> command() {
    if (uid.isEmpty()) {
      return List.of();
    }
    String id = Integer.toString(uid.getAsInt());
    return List.of(
        "setpriv",
        "--reuid=" + id,
        "--regid=" + id,
        "--clear-groups",
        "--inh-caps=-all",
        "--no-new-privs");
  }
}
