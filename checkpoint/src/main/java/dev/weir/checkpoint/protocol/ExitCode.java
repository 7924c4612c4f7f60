package dev.weir.checkpoint.protocol;

/** The exit codes with which a job says more than that it ended. */
public enum ExitCode {
  /** It has done what it was for. */
  DONE,
  /** 75, EX_TEMPFAIL of sysexits.h: saved and stopped; start it again. */
  REQUEUE,
  /** 93, as NVIDIA's resiliency extension uses it: starting it again would not help. */
  DO_NOT_REQUEUE,
  /** Any other: a fault, for the restart budget to judge. */
  FAULT;

  public static final int REQUEUE_CODE = 75;
  public static final int DO_NOT_REQUEUE_CODE = 93;

  /** What the code of an exited process says. */
  public static ExitCode of(int code) {
    return switch (code) {
      case 0 -> DONE;
      case REQUEUE_CODE -> REQUEUE;
      case DO_NOT_REQUEUE_CODE -> DO_NOT_REQUEUE;
      default -> FAULT;
    };
  }
}
