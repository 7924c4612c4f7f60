package dev.weir.driver.local;

import dev.weir.checkpoint.CheckpointWatch;
import dev.weir.checkpoint.commit.Manifest;
import dev.weir.checkpoint.protocol.CheckpointRequest;
import dev.weir.checkpoint.protocol.ControlFolder;
import dev.weir.checkpoint.protocol.Progress;
import dev.weir.checkpoint.protocol.Reading;
import dev.weir.driver.local.supervise.ProcessKey;
import dev.weir.driver.local.supervise.Signals;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches the checkpoints of a run on a thread of its own: to verify one, all of its bytes are
 * read, and nothing else must wait for that.
 */
final class SaveWatch implements AutoCloseable {
  private static final Duration USUAL = Duration.ofSeconds(2);
  private static final Duration HURRIED = Duration.ofMillis(100);

  private final CheckpointWatch saved;
  private final Surrounding around;
  private final Consumer<Manifest> each;
  private final ReentrantLock looking = new ReentrantLock();
  private volatile long newest = Long.MIN_VALUE;
  private volatile boolean hurried;
  private volatile boolean closed;
  private @Nullable Thread thread;
  private @Nullable String trouble;

  SaveWatch(CheckpointWatch saved, Surrounding around, Consumer<Manifest> each) {
    this.saved = saved;
    this.around = around;
    this.each = each;
    saved.commits().newest().ifPresent(m -> newest = m.completeAt().toEpochMilli());
  }

  void start() {
    thread = Thread.ofVirtual().name("weir-saves").start(this::watch);
  }

  private void watch() {
    while (!closed) {
      look(false);
      LockSupport.parkNanos((hurried ? HURRIED : USUAL).toNanos());
    }
  }

  /** From now on looks often: somebody waits. */
  void hurry() {
    hurried = true;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  private void look(boolean writersGone) {
    looking.lock();
    try {
      if (closed && !writersGone) {
        return;
      }
      CheckpointWatch.Sighting sighting =
          saved.look(Instant.ofEpochMilli(around.now()), writersGone);
      sighting
          .committed()
          .ifPresent(
              m -> {
                each.accept(m);
                newest = Math.max(newest, m.completeAt().toEpochMilli());
              });
      trouble = null;
    } catch (IOException e) {
      note(String.valueOf(e.getMessage()));
    } finally {
      looking.unlock();
    }
  }

  /** A folder that cannot be read now may be read later; the same trouble is told once. */
  private void note(String what) {
    if (!what.equals(trouble)) {
      trouble = what;
      System.getLogger("dev.weir.driver.local")
          .log(System.Logger.Level.WARNING, "checkpoints cannot be looked at: {0}", what);
    }
  }

  /** All processes are gone: what is there now is all there will be. */
  void lastLook() {
    look(true);
  }

  /** Whether a verified checkpoint is of that time or later. */
  boolean savedSince(long at) {
    return newest >= at;
  }

  /** Whether one of the tasks has shown that it looks for requests. */
  boolean listens(List<RunTask> tasks) throws IOException {
    for (RunTask task : tasks) {
      ControlFolder folder = new ControlFolder(task.folder().run());
      if (folder.handlesUsr2()
          || !(folder.progress() instanceof Reading.Absent)
          || !(folder.done() instanceof Reading.Absent)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the job says that all its steps are done. */
  boolean done(List<RunTask> tasks) throws IOException {
    for (RunTask task : tasks) {
      Optional<Progress> progress = new ControlFolder(task.folder().run()).progress().present();
      if (progress.filter(p -> p.of().isPresent() && p.step() >= p.of().getAsLong()).isPresent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Asks all tasks for a checkpoint; SIGUSR2 goes to those only that have said that they take it.
   */
  void ask(List<RunTask> tasks, Instant deadline) throws IOException {
    for (RunTask task : tasks) {
      ControlFolder folder = new ControlFolder(task.folder().run());
      folder.request(new CheckpointRequest(deadline, 0));
      Optional<ProcessKey> first = task.folder().task();
      if (folder.handlesUsr2() && first.isPresent()) {
        Signals.send(first.get(), Signals.USR2);
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }
}
