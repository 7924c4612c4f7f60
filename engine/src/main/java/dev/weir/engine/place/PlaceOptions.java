package dev.weir.engine.place;

import dev.weir.engine.ledger.Node;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a job is to be placed.
 *
 * @param from when it would begin, ms
 * @param until when it would end at the latest; {@link Long#MAX_VALUE} when it may never end
 * @param heedClaims whether room promised to others is left alone
 * @param only the only nodes that may be used; null = all
 * @param sizes which sizes of elastic roles to try
 */
public record PlaceOptions(
    long from, long until, boolean heedClaims, @Nullable Predicate<Node> only, Sizes sizes) {
  /** Which sizes of elastic roles to try. */
  public enum Sizes {
    /** The wished one, then ever smaller ones. */
    WISHED_THEN_SMALLER,
    /** The wished one. */
    WISHED,
    /** The smallest one. */
    SMALLEST
  }

  public static PlaceOptions now(long from, long until) {
    return new PlaceOptions(from, until, true, null, Sizes.WISHED_THEN_SMALLER);
  }

  public PlaceOptions with(Sizes other) {
    return new PlaceOptions(from, until, heedClaims, only, other);
  }

  public PlaceOptions onlyOn(Predicate<Node> nodes) {
    return new PlaceOptions(from, until, heedClaims, nodes, sizes);
  }

  public PlaceOptions ignoringClaims() {
    return new PlaceOptions(from, until, false, only, sizes);
  }
}
