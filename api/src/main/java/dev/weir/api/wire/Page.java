package dev.weir.api.wire;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list.
 *
 * @param items in the list's order
 * @param next cursor of the next page; absent on the last
 */
public record Page<T>(List<T> items, Optional<String> next) {
  public Page {
    items = List.copyOf(items);
  }
}
