package dev.weir.architecture.planted.circle.two;

import dev.weir.architecture.planted.circle.one.First;

/** Half of a circle. */
public record Second(First other) {}
