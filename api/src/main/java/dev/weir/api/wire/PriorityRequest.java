package dev.weir.api.wire;

/** A new priority. */
public record PriorityRequest(int priority) {}
