package dev.weir.api.wire;

import java.time.Instant;
import java.util.OptionalLong;

/**
 * A complete checkpoint.
 *
 * @param name last part of its path
 * @param step of the training; absent when not known
 * @param bytes size of all its files
 * @param framework whose form it has
 */
public record CheckpointView(
    String name,
    String path,
    Instant at,
    int incarnation,
    OptionalLong step,
    OptionalLong bytes,
    String framework) {}
