package dev.weir.driver.local.launch;

import dev.weir.model.id.AllocationId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes the folders of starts that ended long ago: logs, exit records, what tasks were given.
 * What a job keeps over its starts, its work and its checkpoints, is not touched.
 */
public final class OldRuns {
  private final Places places;

  public OldRuns(Places places) {
    this.places = places;
  }

  /**
   * Removes the folders of those whose end was durable before that moment.
   *
   * @param living allocations that have not ended; theirs stay, those of their older starts too
   * @return names of the folders that were removed, in order
   */
  public List<String> remove(Instant before, Set<AllocationId> living) throws IOException {
    List<Path> old = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(places.allocations(), "[0-9]*-[0-9]*")) {
      for (Path folder : all) {
        if (isOld(folder, before) && !living.contains(idOf(folder))) {
          old.add(folder);
        }
      }
    }
    old.sort(null);
    for (Path folder : old) {
      removeTree(folder);
    }
    return old.stream().map(folder -> String.valueOf(folder.getFileName())).toList();
  }

  /** One whose end the journal does not know is found again by the next server: it stays. */
  private static boolean isOld(Path folder, Instant before) throws IOException {
    Path ended = folder.resolve(Places.JOURNALED);
    return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
        && Files.isRegularFile(ended, LinkOption.NOFOLLOW_LINKS)
        && Files.getLastModifiedTime(ended, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(before);
  }

  private static AllocationId idOf(Path folder) {
    String name = String.valueOf(folder.getFileName());
    return new AllocationId(Long.parseLong(name.substring(0, name.indexOf('-'))));
  }

  /** Links that a task made are removed, not followed; the mark goes last. */
  private static void removeTree(Path folder) throws IOException {
    Path mark = folder.resolve(Places.JOURNALED);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (!file.equals(mark)) {
              Files.delete(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path path, @Nullable IOException failed)
              throws IOException {
            if (failed != null) {
              throw failed;
            }
            if (path.equals(folder)) {
              Files.delete(mark);
            }
            Files.delete(path);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
