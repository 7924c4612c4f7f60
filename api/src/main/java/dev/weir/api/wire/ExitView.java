package dev.weir.api.wire;

import java.util.OptionalInt;

/**
 * How processes ended.
 *
 * @param code exit code, when they exited
 * @param signal number of the signal that ended them
 * @param reason for people
 */
public record ExitView(OptionalInt code, OptionalInt signal, String reason) {}
