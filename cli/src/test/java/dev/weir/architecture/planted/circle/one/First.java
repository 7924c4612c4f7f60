package dev.weir.architecture.planted.circle.one;

import dev.weir.architecture.planted.circle.two.Second;

/** Half of a circle. */
public record First(Second other) {}
