/** What-if runs: each a process of its own, so that it cannot disturb the server. */
@NullMarked
package dev.weir.server.simulation;

import org.jspecify.annotations.NullMarked;
