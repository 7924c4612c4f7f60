package dev.weir.cli.client;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;

/**
 * Makes the data folder of a server. Where root starts it, tenants pass through the folder to their
 * own files below; what is not theirs is closed before anything stands in it.
 */
final class DataFolder {
  /**
   * Databases, whose further files (-wal, -shm) get the permissions of the first; the log; and
   * locks, which whoever can read them can hold.
   */
  private static final List<String> CLOSED =
      List.of("weir.db", "telemetry.db", "server.log", "weir.lock", "up.lock");

  private DataFolder() {}

  static void make(Path folder) throws IOException {
    boolean root = "root".equals(System.getProperty("user.name"));
    Files.createDirectories(folder, permissions(root ? "rwx--x--x" : "rwx------"));
    for (String name : CLOSED) {
      try {
        Files.createFile(folder.resolve(name), permissions("rw-------"));
      } catch (FileAlreadyExistsException _) {
        Files.setPosixFilePermissions(
            folder.resolve(name), PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  private static FileAttribute<Set<PosixFilePermission>> permissions(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }
}
