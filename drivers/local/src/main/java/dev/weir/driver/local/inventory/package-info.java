/**
 * What the vendors' tools say about the devices of this machine: the facts themselves ({@code
 * FoundDevice}, {@code Inventory}), without a guess. Reading a tool's output is in {@code
 * inventory.reading} and {@code inventory.vendor}, running the tools and turning facts into nodes
 * in {@code inventory.discovery}.
 */
@NullMarked
package dev.weir.driver.local.inventory;

import org.jspecify.annotations.NullMarked;
