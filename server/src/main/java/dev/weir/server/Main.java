package dev.weir.server;

import dev.weir.control.JournalFailure;
import dev.weir.server.runtime.Stopped;
import dev.weir.store.FolderInUse;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.net.BindException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts the server's process; its exit codes are in docs/server.md. */
@QuarkusMain
public final class Main {
  private Main() {}

  public static void main(String... args) {
    try {
      new Preflight(Main::setting).check().forEach(System::setProperty);
    } catch (Preflight.Refused e) {
      System.err.println("weir: " + e.getMessage());
      System.exit(Stopped.CONFIGURATION.code());
    }
    Quarkus.run(null, Main::exit, args);
  }

  private static Optional<String> setting(String name) {
    String variable = name.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    return Optional.ofNullable(System.getProperty(name))
        .or(() -> Optional.ofNullable(System.getenv(variable)))
        .filter(value -> !value.isBlank());
  }

  private static void exit(int code, @Nullable Throwable failure) {
    System.exit(failure == null ? code : code(failure).orElse(code));
  }

  private static Optional<Integer> code(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return Optional.of(Stopped.IN_USE.code());
      }
      if (cause instanceof FolderInUse) {
        System.err.println("weir: " + cause.getMessage());
        return Optional.of(Stopped.IN_USE.code());
      }
      if (cause instanceof JournalFailure) {
        System.err.println("weir: " + cause.getMessage());
        return Optional.of(Stopped.JOURNAL.code());
      }
      if (cause instanceof IllegalArgumentException) {
        System.err.println("weir: " + cause.getMessage());
        return Optional.of(Stopped.CONFIGURATION.code());
      }
    }
    return Optional.empty();
  }
}
