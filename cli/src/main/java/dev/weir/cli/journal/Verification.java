package dev.weir.cli.journal;

import dev.weir.control.Journal;
import dev.weir.control.Snapshot;
import dev.weir.control.Turn;
import dev.weir.engine.Engine;
import dev.weir.engine.EngineConfig;
import dev.weir.engine.check.Assertions;
import dev.weir.engine.policy.Policies;
import dev.weir.model.event.Event;
import dev.weir.store.KeptSnapshot;
import dev.weir.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A journal that was walked from end to end, and what its snapshots are worth.
 *
 * @param snapshots a line each, newest first
 * @param damaged how many of them no recovery can begin with
 */
record Verification(Journal.Link head, List<String> snapshots, int damaged) {

  /**
   * @throws dev.weir.control.JournalFailure when the journal itself is damaged
   */
  static Verification of(Journal journal) {
    if (!(journal instanceof Store store)) {
      journal.replay(_ -> {}); // an exported journal has no snapshots
      return new Verification(journal.head(), List.of(), 0);
    }
    List<KeptSnapshot> kept = store.keptSnapshots();
    Set<Long> confirmed = confirmed(store, hashes(store));
    List<String> lines = new ArrayList<>();
    int damaged = 0;
    for (KeptSnapshot s : kept) {
      String verdict =
          switch (s.condition()) {
            case FOREIGN -> "passed over: " + s.detail();
            case DAMAGED -> "damaged: " + s.detail();
            case SOUND ->
                confirmed.contains(s.sequence())
                    ? "sound"
                    : "damaged: the fold of the journal comes to another state";
          };
      damaged += verdict.startsWith("damaged") ? 1 : 0;
      lines.add("snapshot of turn %d, %d bytes: %s".formatted(s.sequence(), s.bytes(), verdict));
    }
    return new Verification(store.head(), lines, damaged);
  }

  /** What each sound snapshot says that the state hashes to, by turn. */
  private static Map<Long, Long> hashes(Store store) {
    Map<Long, Long> hashes = new TreeMap<>();
    Optional<Snapshot> next = store.snapshots().newestBefore(Long.MAX_VALUE);
    while (next.isPresent()) {
      hashes.put(next.get().sequence(), next.get().engine().hash());
      next = store.snapshots().newestBefore(next.get().sequence());
    }
    return hashes;
  }

  /** Turns of snapshots at which the fold of the journal comes to the same hash. */
  private static Set<Long> confirmed(Store store, Map<Long, Long> hashes) {
    Set<Long> confirmed = new TreeSet<>();
    Engine engine =
        new Engine(new EngineConfig(Policies.find("weir").orElseThrow(), Assertions.OFF, 0));
    long newest = hashes.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
    store.replay(
        turn -> {
          if (turn.sequence() <= newest) {
            fold(engine, turn);
            Long said = hashes.get(turn.sequence());
            if (said != null && said == engine.hash()) {
              confirmed.add(turn.sequence());
            }
          }
        });
    return confirmed;
  }

  private static void fold(Engine engine, Turn turn) {
    for (Event event : turn.events()) {
      engine.apply(turn.at(), event);
    }
    engine.apply(turn.plan());
  }
}
