package dev.weir.server.access;

import java.util.Optional;

/**
 * Who asks.
 *
 * @param name of the user; stands in the audit log, and owns the jobs submitted
 * @param token name of the token, when it was one of Weir's
 */
public record Caller(String name, Rights rights, Optional<String> token) {

  /** Sees a job of that queue in lists and its details. */
  public boolean sees(String queue) {
    return rights.may(Role.VIEWER, queue);
  }

  /** Reads what a job wrote and what it was given, and changes it. */
  public boolean owns(String queue, String owner) {
    return rights.may(Role.OPERATOR, queue) || rights.may(Role.USER, queue) && owner.equals(name);
  }
}
