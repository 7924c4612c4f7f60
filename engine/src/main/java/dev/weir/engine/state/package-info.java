/**
 * The state as the fold of events and decisions (wall W10): what each event does to a job, a node,
 * a queue, and what each decision books. Decides nothing.
 */
@NullMarked
package dev.weir.engine.state;

import org.jspecify.annotations.NullMarked;
