package dev.weir.server.runtime;

/** Why a server's process ends; its exit code tells who started it what to do. */
public enum Stopped {
  /** As asked. */
  ORDERLY(0),
  /** The configuration is wrong; starting again changes nothing. */
  CONFIGURATION(2),
  /** Another server uses the data folder, or the port. */
  IN_USE(3),
  /** An invariant was violated or the program is wrong; state is what the journal says. */
  DEFECT(70),
  /** A turn could not be made durable, or the journal is damaged. */
  JOURNAL(74),
  /** Another server leads now; starting again makes this one a follower. */
  DEPOSED(75);

  private final int code;

  Stopped(int code) {
    this.code = code;
  }

  /** Exit code of the process. */
  public int code() {
    return code;
  }
}
