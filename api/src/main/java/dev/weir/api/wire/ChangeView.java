package dev.weir.api.wire;

import java.util.List;

/**
 * What a change of a document does, or would do in a dry run.
 *
 * @param applied false for a dry run, and when nothing differs
 * @param etag of the document after it
 * @param differences one line for each, such as {@code queues.research.weight: 1 -> 2}
 */
public record ChangeView(boolean applied, String etag, List<String> differences) {
  public ChangeView {
    differences = List.copyOf(differences);
  }
}
