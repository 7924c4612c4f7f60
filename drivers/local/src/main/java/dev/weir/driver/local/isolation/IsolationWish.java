package dev.weir.driver.local.isolation;

/** What a person asked for. */
public enum IsolationWish {
  /** A Unix user for each tenant where that is possible, else one tenant. */
  AUTO,
  /** Several tenants as one user: they can read each other's files and end each other's tasks. */
  NONE
}
