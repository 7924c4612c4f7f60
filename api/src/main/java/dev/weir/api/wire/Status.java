package dev.weir.api.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The server.
 *
 * @param role {@code LEADER} or {@code FOLLOWER}
 * @param journal head of the journal
 * @param warnings what a person should know
 */
public record Status(
    String version,
    Instant startedAt,
    long uptimeMillis,
    long pid,
    String role,
    Optional<String> leader,
    JournalHead journal,
    String store,
    List<DomainView> domains,
    int nodes,
    int devices,
    double devicesUsed,
    int waiting,
    int running,
    String policy,
    List<String> warnings) {
  public Status {
    domains = List.copyOf(domains);
    warnings = List.copyOf(warnings);
  }

  /** Newest link of the journal. */
  public record JournalHead(long sequence, String hash) {}

  /**
   * A domain.
   *
   * @param isolation how tenants are kept apart there, in words
   * @param fractions how a fraction of a device is kept in its bounds
   * @param usageMeasured somebody measures utilisation
   */
  public record DomainView(
      String name,
      String isolation,
      String fractions,
      boolean usageMeasured,
      int nodes,
      int devices) {}
}
