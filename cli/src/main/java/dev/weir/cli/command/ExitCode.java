package dev.weir.cli.command;

/** How a command ended, as the calling process sees it. */
public enum ExitCode {
  /** Done. */
  DONE(0),
  /** The thing itself failed: a run, a test, an expectation. */
  FAILED(1),
  /** The input is wrong: a document, an option, an argument. */
  BAD_INPUT(2),
  /** No server runs, or it does not answer. */
  NO_SERVER(3);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number that the process returns. */
  public int code() {
    return code;
  }
}
