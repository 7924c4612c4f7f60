/**
 * This machine as a world: carries out starts, stops and resizes with real processes, and finds
 * them again after a restart. How is in the packages below: {@code supervise} knows processes,
 * {@code launch} what a task finds around it, {@code stop} the manners of a stop, {@code isolation}
 * what keeps tenants apart, {@code logs} how output is read.
 */
@NullMarked
package dev.weir.driver.local;

import org.jspecify.annotations.NullMarked;
