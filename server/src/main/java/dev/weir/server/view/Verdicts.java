package dev.weir.server.view;

import com.fasterxml.jackson.databind.JsonNode;
import dev.weir.api.wire.VerdictView;
import dev.weir.model.verdict.Blocker;
import dev.weir.model.verdict.Change;
import dev.weir.model.verdict.Verdict;
import java.util.Optional;

/** Verdicts with their numbers. */
public final class Verdicts {
  private Verdicts() {}

  public static VerdictView of(Verdict verdict) {
    Blocker blocker = verdict.blocker();
    Optional<VerdictView.Unblock> unblock = verdict.unblock().map(Verdicts::change);
    return new VerdictView(
        verdict.sentence(),
        blocker.getClass().getSimpleName(),
        numbers(blocker),
        unblock,
        blocker.forEver());
  }

  private static VerdictView.Unblock change(Change change) {
    return new VerdictView.Unblock(
        change.getClass().getSimpleName(), change.sentence(), numbers(change));
  }

  private static JsonNode numbers(Object record) {
    return ModelJson.tree(record);
  }
}
