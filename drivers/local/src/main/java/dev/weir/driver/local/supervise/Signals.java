package dev.weir.driver.local.supervise;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * Sends a signal to a process that is certainly the one meant: the process is pinned by a
 * descriptor (pidfd_open(2), pidfd_send_signal(2), Linux 5.3) before its identity is compared, so
 * that its number cannot come to mean another in between.
 */
public final class Signals {
  public static final int HUP = 1;
  public static final int KILL = 9;
  public static final int USR2 = 12;
  public static final int TERM = 15;

  private static final long PIDFD_OPEN = 434;
  private static final long PIDFD_SEND_SIGNAL = 424;
  private static final int NO_SUCH_CALL = 38;

  private static final Map<String, Integer> NUMBERS = new TreeMap<>();

  static {
    String[] names = {
      "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
      "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
      "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS"
    };
    for (int i = 0; i < names.length; i++) {
      NUMBERS.put(names[i], i + 1);
    }
  }

  private static final StructLayout STATE = Linker.Option.captureStateLayout();
  private static final VarHandle ERRNO =
      STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
  private static final MethodHandle SYSCALL = syscall();
  private static final MethodHandle CLOSE = close();

  private Signals() {}

  @SuppressWarnings("restricted") // there is no other way to pin a process
  private static MethodHandle syscall() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("syscall"),
        FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG),
        Linker.Option.firstVariadicArg(1),
        Linker.Option.captureCallState("errno"));
  }

  @SuppressWarnings("restricted")
  private static MethodHandle close() {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(
        linker.defaultLookup().findOrThrow("close"),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
  }

  /** The number of a signal's name without SIG, on Linux; a number is itself. */
  public static OptionalInt number(String name) {
    String plain = name.toUpperCase(Locale.ROOT);
    Integer known = NUMBERS.get(plain.startsWith("SIG") ? plain.substring(3) : plain);
    if (known != null) {
      return OptionalInt.of(known);
    }
    return plain.matches("[1-9][0-9]?")
        ? OptionalInt.of(Integer.parseInt(plain))
        : OptionalInt.empty();
  }

  /** The name of a signal, such as {@code SIGKILL}. */
  public static String name(int number) {
    return NUMBERS.entrySet().stream()
        .filter(e -> e.getValue() == number)
        .map(e -> "SIG" + e.getKey())
        .findFirst()
        .orElse("signal " + number);
  }

  /**
   * Sends a signal.
   *
   * @return whether the process was there, was the one meant, and may be signalled by us
   */
  public static boolean send(ProcessKey process, int signal) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment state = arena.allocate(STATE);
      long descriptor = (long) SYSCALL.invokeExact(state, PIDFD_OPEN, process.pid(), 0L, 0L, 0L);
      if (descriptor < 0) {
        boolean old = (int) ERRNO.get(state, 0L) == NO_SUCH_CALL;
        return old && process.alive() && sendByHandle(process, signal);
      }
      try {
        return process.alive()
            && (long)
                    SYSCALL.invokeExact(state, PIDFD_SEND_SIGNAL, descriptor, (long) signal, 0L, 0L)
                == 0;
      } finally {
        close(descriptor);
      }
    } catch (Throwable e) {
      throw new IllegalStateException("the kernel cannot be called", e);
    }
  }

  /** On a kernel without descriptors of processes the JDK's two signals are all there is. */
  private static boolean sendByHandle(ProcessKey process, int signal) {
    return ProcessHandle.of(process.pid())
        .map(h -> signal == KILL ? h.destroyForcibly() : signal == TERM && h.destroy())
        .orElse(false);
  }

  private static void close(long descriptor) throws Throwable {
    int result = (int) CLOSE.invokeExact((int) descriptor);
    if (result != 0) {
      throw new IllegalStateException("a descriptor of a process cannot be closed");
    }
  }
}
