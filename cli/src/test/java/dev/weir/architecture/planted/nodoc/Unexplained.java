package dev.weir.architecture.planted.nodoc;

/** Lives in a package that nobody explained. */
public record Unexplained() {}
