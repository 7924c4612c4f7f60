package dev.weir.server.runtime;

import dev.weir.control.Clock;
import dev.weir.engine.EngineConfig;
import java.util.List;

/**
 * How a server runs its loop.
 *
 * @param serverId who this server is, whatever its address: owns its domains
 * @param worlds that it drives when it leads
 * @param budget work units of a pass
 * @param snapshotEvery facts, decisions and turns between two snapshots, at least
 */
public record RuntimeConfig(
    String serverId,
    List<World> worlds,
    EngineConfig engine,
    Clock clock,
    long budget,
    long snapshotEvery) {
  public RuntimeConfig {
    worlds = List.copyOf(worlds);
  }
}
