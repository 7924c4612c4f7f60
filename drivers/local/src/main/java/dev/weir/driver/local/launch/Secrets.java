package dev.weir.driver.local.launch;

import dev.weir.driver.local.isolation.Identity;
import dev.weir.driver.local.isolation.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Secrets as files that only the task can read. Their content is in no variable and in no record.
 */
final class Secrets {
  private static final long LARGEST = 1 << 20;

  private Secrets() {}

  /**
   * Copies what the job names into {@code target}.
   *
   * @param own the tenant's folder of secrets; a name without a slash at its start is looked for
   *     here
   * @return {@code VARIABLE_FILE} → path
   * @throws Refused a file is not there, or is not the tenant's
   */
  static Map<String, String> place(
      Map<String, String> secrets, Path own, Path target, Identity identity)
      throws Refused, IOException {
    Map<String, String> variables = new TreeMap<>();
    if (secrets.isEmpty()) {
      return variables;
    }
    identity.ownFolder(target);
    for (var secret : secrets.entrySet()) {
      if (!ShellText.isName(secret.getKey())) {
        throw Refused.forGood("'" + secret.getKey() + "' cannot be the name of a variable");
      }
      Path from = source(secret.getKey(), secret.getValue(), own, identity);
      Path to = target.resolve(secret.getKey());
      Files.deleteIfExists(to);
      Files.createFile(
          to, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.write(to, Files.readAllBytes(from));
      Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("r--------"));
      identity.give(to);
      variables.put(secret.getKey() + "_FILE", to.toString());
    }
    return variables;
  }

  /** Where all tasks run as one user, its owner does not tell whose a secret is; its place does. */
  private static boolean anothers(Path file, Path own) throws IOException {
    Path all = Objects.requireNonNull(own.getParent(), "a folder inside of that of all tenants");
    return Files.isDirectory(all)
        && file.startsWith(all.toRealPath())
        && !(Files.isDirectory(own) && file.startsWith(own.toRealPath()));
  }

  /** The server may read more than the tenant may: what it copies must be the tenant's own. */
  private static Path source(String name, String given, Path own, Identity identity)
      throws Refused, IOException {
    try {
      boolean absolute = given.startsWith("/");
      Path file = (absolute ? Path.of(given) : own.resolve(given)).toRealPath();
      if (absolute ? anothers(file, own) : !file.startsWith(own.toRealPath())) {
        throw Refused.forGood(
            "secret " + name + ": " + given + " leads out of the tenant's secrets");
      }
      if (absolute && identity.uid().isPresent()) {
        Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        if (!owner.equals(identity.uid().getAsInt())) {
          throw new Refused(
              "secret %s: %s does not belong to user %d of tenant '%s'"
                  .formatted(name, given, identity.uid().getAsInt(), identity.tenant()));
        }
      }
      if (!Files.isRegularFile(file) || Files.size(file) > LARGEST) {
        throw new Refused("secret " + name + ": " + given + " is no file of at most 1 MiB");
      }
      return file;
    } catch (NoSuchFileException gone) {
      throw new Refused("secret " + name + ": there is no file " + given);
    }
  }
}
