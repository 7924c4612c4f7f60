/**
 * Placing whole gangs inside a trial: which devices of a node, which node of a domain, which domain
 * of the topology. Decides nothing about who goes first.
 */
@NullMarked
package dev.weir.engine.place;

import org.jspecify.annotations.NullMarked;
