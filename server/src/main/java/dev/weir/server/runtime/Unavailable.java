package dev.weir.server.runtime;

/** The loop has stopped or does not answer; the process is about to end. */
public final class Unavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Unavailable(String why, Throwable cause) {
    super(why, cause);
  }
}
