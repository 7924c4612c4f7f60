/**
 * Measuring devices and tasks: samples from the vendors' tools, of control groups and of processes,
 * and the errors that the kernel's log reports. What was not measured is absent. What follows from
 * an error is decided in {@code health}; how long samples are kept, by the store.
 */
@NullMarked
package dev.weir.driver.local.telemetry;

import org.jspecify.annotations.NullMarked;
