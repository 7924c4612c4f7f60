package dev.weir.driver.local.health;

import java.time.Instant;
import java.util.Optional;

/**
 * An error of a device of this node.
 *
 * @param device its position
 * @param text what the driver adds
 * @param task the task that was concerned: its name where the process is known, else the process
 */
public record Fault(Instant time, int device, int xid, String text, Optional<String> task) {}
