package dev.weir.driver.local.isolation;

/** Something cannot be started here; the message says why, for people. */
public final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean forGood;

  private Refused(String reason, boolean forGood) {
    super(reason);
    this.forGood = forGood;
  }

  /** It may be possible later: this machine lacks something now. */
  public Refused(String reason) {
    this(reason, false);
  }

  /** It can never be started, for the job itself is wrong. */
  public static Refused forGood(String reason) {
    return new Refused(reason, true);
  }

  /** Whether trying again is of no use. */
  public boolean isForGood() {
    return forGood;
  }

  /** The reason. */
  public String reason() {
    return String.valueOf(getMessage());
  }
}
