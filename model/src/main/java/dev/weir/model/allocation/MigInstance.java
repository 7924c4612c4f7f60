package dev.weir.model.allocation;

/**
 * One MIG instance on a device.
 *
 * @param device position in the node's device list
 * @param profile name in the model's placement table
 * @param start first memory slice
 */
public record MigInstance(int device, String profile, int start) {}
