/**
 * Processes: how one is started so that it outlives the server, found again, told apart from others
 * and ended. Here nobody knows what a job is, or why something is to end.
 */
@NullMarked
package dev.weir.driver.local.supervise;

import org.jspecify.annotations.NullMarked;
