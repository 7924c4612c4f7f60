/**
 * A recorded journal tried again: the same policy must decide the same, another one is run on the
 * recorded jobs, nodes and people's wishes in the simulated world. Reading a journal's file is the
 * store's business.
 */
@NullMarked
package dev.weir.simulator.replay;

import org.jspecify.annotations.NullMarked;
