/**
 * What follows from an error of a device: rules as a table, advice as values. Pure functions; what
 * is done with the advice, and who is asked, is decided by whoever carries it out. Where errors
 * come from is in {@code telemetry}.
 */
@NullMarked
package dev.weir.driver.local.health;

import org.jspecify.annotations.NullMarked;
