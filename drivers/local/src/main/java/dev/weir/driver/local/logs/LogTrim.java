package dev.weir.driver.local.logs;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Lets the oldest part of a log go while its task writes on: the part becomes a hole (fallocate(2),
 * FALLOC_FL_PUNCH_HOLE). Nothing is copied, no line is lost between a copy and a cut, and offsets
 * stay what they were for those who follow. Where the file system cannot, the log grows.
 */
public final class LogTrim {
  private static final int READ_WRITE_NO_FOLLOW_CLOSE_ON_EXEC = 0x2 | 0x20000 | 0x80000;
  private static final int KEEP_SIZE_PUNCH_HOLE = 0x1 | 0x2;
  private static final MethodHandle OPEN =
      function(
          "open",
          FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
  private static final MethodHandle FALLOCATE =
      function(
          "fallocate",
          FunctionDescriptor.of(
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_INT,
              ValueLayout.JAVA_LONG,
              ValueLayout.JAVA_LONG));
  private static final MethodHandle CLOSE =
      function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private LogTrim() {}

  @SuppressWarnings("restricted") // the JDK offers no holes
  private static MethodHandle function(String name, FunctionDescriptor shape) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow(name),
        shape,
        name.equals("open")
            ? new Linker.Option[] {Linker.Option.firstVariadicArg(2)}
            : new Linker.Option[0]);
  }

  private static Path mark(Path log) {
    return log.resolveSibling(log.getFileName() + ".first");
  }

  /** Offset of the oldest byte that is kept. */
  static long first(Path log) throws IOException {
    Path mark = mark(log);
    if (!Files.exists(mark)) {
      return 0;
    }
    String text = Files.readString(mark).strip();
    return text.isEmpty() ? 0 : Long.parseLong(text);
  }

  /**
   * Keeps the newest {@code keep} bytes once there are a quarter more.
   *
   * @return whether something was let go
   */
  public static boolean trim(Path log, long keep) throws IOException {
    if (!Files.exists(log)) {
      return false;
    }
    long size = Files.size(log);
    long first = first(log);
    if (size - first <= keep + keep / 4) {
      return false;
    }
    long to = size - keep;
    // Readers must not take the hole for text, so they are told before it is there.
    Files.writeString(mark(log), Long.toString(to));
    return punch(log, to);
  }

  private static boolean punch(Path log, long to) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment name = arena.allocateFrom(log.toString(), StandardCharsets.UTF_8);
      int file = (int) OPEN.invokeExact(name, READ_WRITE_NO_FOLLOW_CLOSE_ON_EXEC);
      if (file < 0) {
        return false;
      }
      try {
        return (int) FALLOCATE.invokeExact(file, KEEP_SIZE_PUNCH_HOLE, 0L, to) == 0;
      } finally {
        int closed = (int) CLOSE.invokeExact(file);
        assert closed == 0;
      }
    } catch (Throwable e) {
      throw new IllegalStateException("the kernel cannot be called", e);
    }
  }
}
