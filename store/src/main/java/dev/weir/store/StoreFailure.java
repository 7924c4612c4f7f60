package dev.weir.store;

/** A question that the database did not answer. */
public final class StoreFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreFailure(String message) {
    super(message);
  }

  public StoreFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
