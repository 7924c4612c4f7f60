package dev.weir.simulator.fuzz;

/**
 * A broken invariant.
 *
 * @param invariant its short name
 * @param step step of the case
 * @param detail what was found, with numbers
 */
public record Violation(String invariant, int step, String detail) {}
