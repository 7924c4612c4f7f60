package dev.weir.model.event;

import java.util.OptionalInt;

/**
 * How the processes of an allocation ended; that of the first task which did not end well,
 * otherwise of the first.
 *
 * @param code exit code, when it exited
 * @param signal number of the signal, when one ended it
 * @param reason in words, for people
 */
public record Exit(OptionalInt code, OptionalInt signal, String reason) {}
