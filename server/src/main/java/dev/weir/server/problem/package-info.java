/** Refusals: what a person gets to read when a request cannot be done. HTTP does not live here. */
@NullMarked
package dev.weir.server.problem;

import org.jspecify.annotations.NullMarked;
