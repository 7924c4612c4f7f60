package dev.weir.driver.local;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** The checkpoints of one job, as far as they are verified. */
interface SavedWork {
  /** Of a job that saves nothing. */
  SavedWork NOTHING =
      new SavedWork() {
        @Override
        public Optional<Saved> look(Instant now, boolean writersGone) {
          return Optional.empty();
        }

        @Override
        public Optional<Saved> newest() {
          return Optional.empty();
        }
      };

  /**
   * One verified checkpoint.
   *
   * @param at last change of its files
   */
  record Saved(Path path, OptionalLong step, long bytes, String framework, Instant at) {}

  /** Opens the records of a job. */
  @FunctionalInterface
  interface Opener {
    /**
     * @param framework name of a detector or {@code auto}
     * @param world tasks that save together
     */
    SavedWork open(Path checkpoints, Path commits, String job, String framework, int world)
        throws IOException;
  }

  /**
   * Looks once.
   *
   * @param writersGone no process of the job is left
   * @return what this look has verified and recorded
   */
  Optional<Saved> look(Instant now, boolean writersGone) throws IOException;

  /** The newest one that is recorded. */
  Optional<Saved> newest();
}
