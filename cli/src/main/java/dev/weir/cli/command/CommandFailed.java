package dev.weir.cli.command;

/**
 * The thing failed in a way that is no bug of Weir; the message is told, and the exit code is 1.
 */
public final class CommandFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The message is one sentence for the person at the terminal. */
  public CommandFailed(String message) {
    super(message);
  }

  /** The same, with the cause, which is shown when a person asks for it. */
  public CommandFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
