package dev.weir.model.event;

/**
 * A complete checkpoint, as its detector verified it.
 *
 * @param step of the training; -1 = not known
 * @param path where it lies in its domain
 * @param bytes size of all its files
 * @param framework name of the detector
 */
public record Checkpoint(long step, String path, long bytes, String framework) {}
