/**
 * From tools to a node: which tools are run on this machine ({@code Discovery}), what a text of
 * unknown origin is ({@code Interpretation}), and how the facts become the specification of a node.
 * What a tool's output means is decided in {@code inventory.vendor}.
 */
@NullMarked
package dev.weir.driver.local.inventory.discovery;

import org.jspecify.annotations.NullMarked;
