/**
 * How a task is asked to stop: the three classes of gentle preemption as a pure decision, without
 * processes and clocks.
 */
@NullMarked
package dev.weir.driver.local.stop;

import org.jspecify.annotations.NullMarked;
