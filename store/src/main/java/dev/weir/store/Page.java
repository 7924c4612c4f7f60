package dev.weir.store;

import java.util.List;
import java.util.OptionalLong;

/**
 * Part of a list.
 *
 * @param next where the next part begins; empty = this was the last
 */
public record Page<T>(List<T> items, OptionalLong next) {
  public Page {
    items = List.copyOf(items);
  }
}
