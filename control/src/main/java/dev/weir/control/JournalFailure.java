package dev.weir.control;

/** The journal could not make a turn durable, or what it holds is damaged. */
public class JournalFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JournalFailure(String message) {
    super(message);
  }

  public JournalFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
