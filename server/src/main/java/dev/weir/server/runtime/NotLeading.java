package dev.weir.server.runtime;

import java.util.Optional;

/** Facts are taken by the server that leads, and this one does not. */
public final class NotLeading extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<String> leader;

  NotLeading(Optional<String> leader) {
    super(leader.map(l -> "the leader is " + l).orElse("no server leads at this moment"));
    this.leader = leader;
  }

  /** How the leader calls itself: its URL. */
  public Optional<String> leader() {
    return leader;
  }
}
