/**
 * Amounts with a unit, always integers: what is asked is rounded up, never down. No resources, no
 * prices of a particular fleet.
 */
@NullMarked
package dev.weir.model.unit;

import org.jspecify.annotations.NullMarked;
