/**
 * What a fleet is made of: nodes, devices, their MIG tables, the topology's levels. Static facts
 * only; what is booked lives in the engine's ledger.
 */
@NullMarked
package dev.weir.model.fleet;

import org.jspecify.annotations.NullMarked;
