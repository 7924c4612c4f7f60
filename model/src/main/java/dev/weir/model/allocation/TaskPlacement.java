package dev.weir.model.allocation;

import dev.weir.model.id.NodeId;

/**
 * One task bound to a node.
 *
 * @param role position in the job's list of roles
 * @param task rank inside the role, 0-based
 */
public record TaskPlacement(int role, int task, NodeId node, DeviceBooking devices) {}
