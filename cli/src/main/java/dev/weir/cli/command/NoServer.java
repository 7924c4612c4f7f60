package dev.weir.cli.command;

/** There is no server to talk to; the message says what to do, and the exit code is 3. */
public final class NoServer extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person at the terminal. */
  public NoServer(String message) {
    super(message);
  }

  /** The same, with the cause. */
  public NoServer(String message, Throwable cause) {
    super(message, cause);
  }
}
