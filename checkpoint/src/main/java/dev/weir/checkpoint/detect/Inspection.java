package dev.weir.checkpoint.detect;

import dev.weir.checkpoint.format.FileStructure;
import dev.weir.checkpoint.format.Structure;
import dev.weir.checkpoint.look.Folder;
import dev.weir.checkpoint.look.Look;
import dev.weir.checkpoint.look.Stillness;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;

/**
 * What a detector is handed.
 *
 * @param stillness the listing to judge, and since when each name has stood still
 * @param quiet how long files without an end of their own must have stood still; zero once nobody
 *     is left who could write
 */
public record Inspection(Folder folder, Stillness stillness, Duration quiet, Expected expected) {
  /** Two polls of an attentive watcher, and longer than a writer pauses. */
  public static final Duration USUAL_QUIET = Duration.ofSeconds(10);

  /** Where the size surprises, this many times the usual stillness is asked for. */
  private static final int SURPRISED = 10;

  /** The listing to judge. */
  public Look now() {
    return stillness.now();
  }

  /** Whether these names stood still long enough. */
  public boolean settled(Collection<String> names) {
    return quiet.isZero() || stillness.lasts(names, quiet);
  }

  /** The same for something that looks unusual. */
  boolean settledForLong(Collection<String> names) {
    return quiet.isZero() || stillness.lasts(names, quiet.multipliedBy(SURPRISED));
  }

  /** Why a file is not whole, by its own structure; empty if nothing speaks against it. */
  Optional<String> flaw(String name) throws IOException {
    return structure(name) instanceof Structure.Torn torn
        ? Optional.of(name + " " + torn.reason())
        : Optional.empty();
  }

  /** What the file's format says. A file that vanished meanwhile is torn. */
  Structure structure(String name) throws IOException {
    try (FileChannel file = folder.open(name)) {
      return FileStructure.of(name, file);
    } catch (NoSuchFileException gone) {
      return new Structure.Torn("vanished");
    }
  }
}
