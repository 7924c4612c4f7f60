package dev.weir.cli.drill;

import dev.weir.control.Journal;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.event.Event;
import dev.weir.store.Store;
import dev.weir.store.StoreConfig;
import dev.weir.store.sql.SqlStore;

/**
 * The journal of a server that has stopped: its chain is walked, and all of it is folded by an
 * engine that recounts its whole ledger after every event.
 *
 * @param link the newest link
 * @param jobs that still live after the fold
 */
record JournalCheck(Journal.Link link, int jobs) {
  /**
   * @throws dev.weir.control.JournalFailure when the chain is broken
   * @throws IllegalStateException when a recount differs from the ledger
   */
  static JournalCheck of(StoreConfig config) {
    try (Store store = SqlStore.open(config, "drill")) {
      Journal.Link link = store.verify();
      Engine engine =
          new Engine(new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.FULL, 0));
      store.replay(
          turn -> {
            for (Event event : turn.events()) {
              engine.apply(turn.at(), event);
            }
            engine.apply(turn.plan());
          });
      return new JournalCheck(link, engine.state().jobs.live().size());
    }
  }

  void note(Outcome.Notes notes) {
    notes
        .figure("journal_turns", link.sequence())
        .figure("journal_verifies", true)
        .figure("ledger_recount_equal", true)
        .kept(jobs == 0, "%d jobs live in the journal after all had ended", jobs);
  }
}
