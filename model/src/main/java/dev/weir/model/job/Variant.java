package dev.weir.model.job;

/**
 * One way to run a role, usually one per device model.
 *
 * @param count tasks of the role in this variant; 0 = the role's own count
 */
public record Variant(String name, int count, TaskRequest request, Launch launch) {}
